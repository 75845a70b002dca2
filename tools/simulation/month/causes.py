"""What the players of a table are told beside turns, talk and results: that its time has changed.

The causes are read from what people did (`diary.py`) and from the tales, not from the site.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from games.notifications.models import Notification
from games.tables.models import Game, Status
from tools.simulation.month.month import Month
from tools.simulation.month.tale import BY_TIME, Tale

ACTS = {"given": "gift", "paused": "pause", "resumed": "resume", "taken_over": "taken"}
"""A table event, and the act of the diary that it is."""

type Told = tuple[int, int, datetime]
"""A user who is to hear of something at a table at a moment."""


class Causes:
    """The changes of games' times, and the tables that did not start."""

    def __init__(self, month: Month, games: Mapping[int, Game], tales: Mapping[int, Tale]) -> None:
        self.month, self.diary, self.games, self.tales = month, month.diary, games, tales

    def explain(self, notification: Notification) -> bool:
        """Whether a notification of a change, an outage or a closed table has a cause."""
        user, at = notification.user_id, notification.at
        match notification.kind:
            case "clocks" | "turn_goes_on":
                assert notification.game_id is not None
                return self._has_changed(notification.game_id, user, notification.data["event"], at)
            case "table_closed":
                game = self.games[notification.data["table"]]
                return game.finished_at == at and user in self._people(game)
            case "outage":
                down = self.month.down
                hours = int((down[1] - down[0]).total_seconds()) // 3600
                return at >= down[1] and notification.data["hours"] == hours
            case "vacation_over":
                return any(end <= at for _start, end in self.month.people[user].vacations)
            case "no_longer_searching":
                games = (tale.game for tale in self.tales.values() if user in tale.users.values())
                return any(game.ending in BY_TIME for game in games)
        return False

    def must_be_told(self) -> set[Told]:
        """Return who must have heard of an act at their table, or that it does not start."""
        return {*self._of_acts(), *self._of_closed_tables()}

    def _has_changed(self, number: int, user: int, event: dict[str, object], at: datetime) -> bool:
        tale = self.tales[number]
        if user not in tale.users.values():
            return False
        kind = str(event["kind"])
        if kind in ACTS:
            return any(act.what == ACTS[kind] and act.at == at for act in self.diary.acts[number])
        if kind == "late":
            return any(call.at == at for call in tale.calls)
        return tale.game.live and kind in ("begun", "waits")

    def _of_acts(self) -> Iterator[Told]:
        for number, tale in self.tales.items():
            for act in self.diary.acts[number]:
                if act.what in ("pause", "resume"):
                    yield from ((user, number, act.at) for user in tale.users.values())
                elif act.what == "taken":
                    others = (user for user in tale.users.values() if user != act.user)
                    yield from ((user, number, act.at) for user in others)
                elif act.what == "gift" and len(tale.users) == 2:
                    yield tale.users[act.number], number, act.at

    def _of_closed_tables(self) -> Iterator[Told]:
        """Yield all who were at a table that expired or was declined, but who declined."""
        for game in self.games.values():
            if game.status != Status.CANCELLED or game.finished_at is None:
                continue
            at, people = game.finished_at, self._people(game)
            declined = {user for user in people if self.diary.settled.get((user, game.pk)) == at}
            if declined or at >= game.expires_at:
                yield from ((user, game.pk, at) for user in people - declined)

    def _people(self, game: Game) -> set[int]:
        invited = {user for user, number in self.diary.invited if number == game.pk}
        return {*invited, game.creator_id or 0}
