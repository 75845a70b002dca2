"""Data for the pages of seasons and divisions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery

from accounts.models import User
from games.ratings.reliability import reliability_of
from games.seasons.divisions import steps
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.results import table
from games.seasons.standings import POINTS, DivisionStanding
from games.tables.player_facts import Reliability

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

RELIABLE = 95
"""Percentage of finished games below which the table shows a player's reliability."""


class SeasonCounts(TypedDict):
    """With what the list of seasons annotates them."""

    players: int
    """How many have enrolled."""
    winner: str | None


class DivisionCounts(TypedDict):
    """With what the page of a season annotates its divisions."""

    players: int
    games: int | None
    over: int | None
    winner: str | None


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """A row of a division's table; `step`: promotion or relegation if the season ended now."""

    line: DivisionStanding
    entry: SeasonEntry
    step: int
    mine: bool
    reliability: Reliability | None


@dataclass(frozen=True, slots=True)
class FixtureDisplay:
    """A fixture with the entries of both players."""

    fixture: Fixture
    first: SeasonEntry
    second: SeasonEntry
    mine: bool

    @property
    def score(self) -> str:
        """The points of both players; empty if it isn't over."""
        if not self.fixture.outcome:
            return ""
        return "{} : {}".format(*POINTS[self.fixture.outcome])

    @property
    def won_by(self) -> SeasonEntry | None:
        """The winner's entry, if any."""
        return {"first": self.first, "second": self.second}.get(self.fixture.outcome)

    @property
    def struck(self) -> bool:
        """Whether it doesn't count because one of the players withdrew early."""
        return self.first.struck or self.second.struck


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """A round of the schedule."""

    number: int
    due_at: datetime
    meetings: Sequence[FixtureDisplay]


@dataclass(frozen=True, slots=True)
class DivisionDisplay:
    """A division with its table and schedule."""

    division: Division
    rows: Sequence[DivisionRow]
    rounds: Sequence[SeasonRound]
    my_row: DivisionRow | None

    @property
    def over(self) -> int:
        """Number of games that are over."""
        return sum(
            bool(meeting.fixture.outcome)
            for season_round in self.rounds
            for meeting in season_round.meetings
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(len(season_round.meetings) for season_round in self.rounds)

    @property
    def twice(self) -> bool:
        """Whether it is a double round robin."""
        return self.games == len(self.rows) * (len(self.rows) - 1)

    @property
    def moves(self) -> tuple[bool, bool]:
        """Whether players are promoted, and whether players are relegated."""
        row_steps = [row.step for row in self.rows]
        return -1 in row_steps, 1 in row_steps

    @property
    def mine(self) -> list[FixtureDisplay]:
        """The viewer's games in order."""
        return [
            meeting
            for season_round in self.rounds
            for meeting in season_round.meetings
            if meeting.mine
        ]

    @property
    def my_over(self) -> int:
        """Number of the viewer's games that are over."""
        return sum(bool(meeting.fixture.outcome) for meeting in self.mine)


def shown(division: Division, levels: int, viewer: User | None, now: datetime) -> DivisionDisplay:
    """Return a division for its page, in three queries and those for reliability."""
    entries = {item.pk: item for item in division.entries.select_related("user")}
    fixtures = list(division.fixtures.all())
    own = next(
        (item for item in entries.values() if viewer is not None and item.user_id == viewer.pk),
        None,
    )
    lines = table(entries.values(), fixtures)
    moves = steps(len(lines), division.level, levels)
    reliabilities = _reliability(entries.values(), division.season, now)
    rows = [
        DivisionRow(
            line, entries[line.key], step, entries[line.key] is own, reliabilities.get(line.key)
        )
        for line, step in zip(lines, moves, strict=True)
    ]
    rounds = []
    for number, group in groupby(fixtures, key=lambda item: item.round):
        meetings = [
            FixtureDisplay(
                item,
                entries[item.first_id],
                entries[item.second_id],
                own is not None and own.pk in (item.first_id, item.second_id),
            )
            for item in group
        ]
        rounds.append(SeasonRound(number, meetings[0].fixture.due_at, meetings))
    return DivisionDisplay(division, rows, rounds, next((row for row in rows if row.mine), None))


def _reliability(
    entries: Iterable[SeasonEntry], season: Season, now: datetime
) -> dict[int, Reliability]:
    """Return the reliability of the less reliable players in a running season, by entry."""
    if season.state != Season.State.RUNNING:
        return {}
    by_user = {item.user_id: item.pk for item in entries if item.user_id is not None}
    reliabilities = reliability_of(by_user, now)
    return {
        by_user[user]: item
        for user, item in reliabilities.items()
        if item.timeouts or (item.finished is not None and item.finished < RELIABLE)
    }


def divisions_of(season: Season) -> "QuerySet[WithAnnotations[Division, DivisionCounts]]":
    """Return a season's divisions."""
    fixtures = Fixture.objects.filter(division=OuterRef("pk")).order_by().values("division")
    number = fixtures.annotate(n=Count("pk")).values("n")
    over = fixtures.exclude(outcome="").annotate(n=Count("pk")).values("n")
    first = SeasonEntry.objects.filter(division=OuterRef("pk"), place=1)
    return season.divisions.annotate(
        players=Count("entries"),
        games=Subquery(number, output_field=IntegerField()),
        over=Subquery(over, output_field=IntegerField()),
        winner=Subquery(first.values("user__username")[:1]),
    )


def seasons(most: int) -> "QuerySet[WithAnnotations[Season, SeasonCounts]]":
    """Return the latest seasons."""
    first = SeasonEntry.objects.filter(season=OuterRef("pk"), division__level=1, place=1)
    annotated = Season.objects.annotate(
        players=Count("entries"), winner=Subquery(first.values("user__username")[:1])
    )
    return annotated.order_by("-starts_at")[:most]
