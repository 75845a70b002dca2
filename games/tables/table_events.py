"""Table events: what happens at a table beside the moves, kept in the game's row.

They are changes of the time (gifts, pauses, another pace), seats that change hands, and who aborted
or resigned. Names are read from the seats, so no event keeps one.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NotRequired, Self, TypedDict

from games.clock.pace import PaceData
from games.tables.models import Game

MOST_KEPT = 40
"""The latest events of a game that are kept."""


class TableEventKind(StrEnum):
    """The kinds of table events."""

    GIVEN = "given"
    """A side was given time."""
    PAUSED = "paused"
    RESUMED = "resumed"
    """Both sides agreed to end a pause."""
    PAUSE_OVER = "pause_over"
    """A pause ended by itself."""
    PACE = "pace"
    """Both sides agreed on another pace."""
    BEGUN = "begun"
    """Live clocks run, because all players are at the table."""
    WAITS = "waits"
    """Live clocks wait for the players again, after an outage."""
    OUTAGE = "outage"
    """The time of an outage was given back."""
    WEEK = "week"
    """A player changed the time zone, sleep hours or days off."""
    VACATION = "vacation"
    """A deadline was extended by vacation."""
    LATE = "late"
    """A team's seat ran out of time, and its teammates may take it over."""
    TAKEN_OVER = "taken_over"
    RESIGNED = "resigned"
    ABORTED = "aborted"


ENDS = frozenset({TableEventKind.RESIGNED, TableEventKind.ABORTED})
"""The kinds that end the game, which `ended` announces."""
CLOCK_CHANGES = frozenset(TableEventKind) - ENDS
"""The kinds that change who has to answer, by when, or the rules of the clock."""
NOT_KEPT = frozenset({TableEventKind.OUTAGE, TableEventKind.BEGUN})
"""The kinds that pages show from elsewhere, or not at all."""


class TableEventData(TypedDict):
    """A table event as JSON; fields that have their defaults are left out."""

    kind: str
    at: str
    seq: int
    by: NotRequired[int | None]
    seat: NotRequired[int | None]
    hours: NotRequired[int]
    pace: NotRequired[PaceData | None]


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A table event."""

    kind: TableEventKind
    at: datetime
    seq: int
    """The number of moves before it."""
    by: int | None = None
    """The seat whose player did it; `None` if it happened by itself or by agreement."""
    seat: int | None = None
    """The seat that it happened to."""
    hours: int = 0
    """How much time was given."""
    pace: PaceData | None = None
    """The new pace, as `games.clock.Pace.to_json` gives it; `None`: no clock."""

    def to_json(self) -> TableEventData:
        """Return it as JSON, without the fields that have their defaults."""
        data: TableEventData = {
            "kind": self.kind.value,
            "at": self.at.isoformat(),
            "seq": self.seq,
        }
        if self.by is not None:
            data["by"] = self.by
        if self.seat is not None:
            data["seat"] = self.seat
        if self.hours:
            data["hours"] = self.hours
        if self.pace is not None:
            data["pace"] = self.pace
        return data

    @classmethod
    def from_json(cls, data: TableEventData) -> Self:
        """Return the event of such JSON."""
        return cls(
            kind=TableEventKind(data["kind"]),
            at=datetime.fromisoformat(data["at"]),
            seq=data["seq"],
            by=data.get("by"),
            seat=data.get("seat"),
            hours=data.get("hours", 0),
            pace=data.get("pace"),
        )


def keep_event(game: Game, event: TableEvent) -> None:
    """Add an event to those of a game whose row the caller has locked."""
    game.happened = [*game.happened, event.to_json()][-MOST_KEPT:]
    Game.objects.filter(pk=game.pk).update(happened=game.happened)


def events_of(game: Game) -> list[TableEvent]:
    """Return the table events of a game, the oldest first."""
    return [TableEvent.from_json(data) for data in game.happened]


def last_of(game: Game, kind: TableEventKind) -> TableEvent | None:
    """Return the latest event of a kind; `None` if there is none."""
    return next((event for event in reversed(events_of(game)) if event.kind == kind), None)
