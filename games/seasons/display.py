"""Seasons as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery

from accounts.models import User
from games.ratings.reliability import reliability_of
from games.seasons.divisions import steps
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.results import table
from games.seasons.standings import POINTS, DivisionStanding
from games.tables.player_facts import Reliability

RELIABLE = 95
"""Per cent of their games finished, from which nothing is said of somebody's reliability."""


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """A line of the table of a division; `step` as of `SeasonEntry`, if it ended like this."""

    line: DivisionStanding
    entry: SeasonEntry
    step: int
    mine: bool
    reliability: Reliability | None


@dataclass(frozen=True, slots=True)
class FixtureDisplay:
    """A game of the schedule, with the entries of both."""

    fixture: Fixture
    first: SeasonEntry
    second: SeasonEntry
    mine: bool

    @property
    def score(self) -> str:
        """The points of both, if it is over."""
        if not self.fixture.outcome:
            return ""
        return "{} : {}".format(*POINTS[self.fixture.outcome])

    @property
    def runs(self) -> bool:
        """Whether its game has begun, and counts still."""
        return self.fixture.game_id is not None and not self.fixture.outcome

    @property
    def won_by(self) -> SeasonEntry | None:
        """Whoever has won."""
        return {"first": self.first, "second": self.second}.get(self.fixture.outcome)

    @property
    def struck(self) -> bool:
        """Whether it counts for nobody, because one of the two withdrew early."""
        return self.first.struck or self.second.struck


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """A round of the schedule."""

    number: int
    due_at: datetime
    meetings: Sequence[FixtureDisplay]


@dataclass(frozen=True, slots=True)
class DivisionDisplay:
    """A division: its table and its games."""

    division: Division
    rows: Sequence[DivisionRow]
    rounds: Sequence[SeasonRound]
    my_row: DivisionRow | None

    @property
    def over(self) -> int:
        """How many games are over."""
        return sum(bool(one.fixture.outcome) for each in self.rounds for one in each.meetings)

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(len(each.meetings) for each in self.rounds)

    @property
    def twice(self) -> bool:
        """Whether everybody meets everybody twice."""
        return self.games == len(self.rows) * (len(self.rows) - 1)

    @property
    def moves(self) -> tuple[bool, bool]:
        """Whether there is a division above, and one below."""
        found = [row.step for row in self.rows]
        return -1 in found, 1 in found

    @property
    def mine(self) -> list[FixtureDisplay]:
        """The games of whoever looks, in the order in which they begin."""
        return [one for each in self.rounds for one in each.meetings if one.mine]

    @property
    def my_over(self) -> int:
        """How many of them are over."""
        return sum(bool(one.fixture.outcome) for one in self.mine)


def shown(division: Division, levels: int, viewer: User | None, now: datetime) -> DivisionDisplay:
    """Return a division as its page shows it, in three queries and those for the reliability."""
    entries = {one.pk: one for one in division.entries.select_related("user")}
    fixtures = list(division.fixtures.all())
    own = next(
        (one for one in entries.values() if viewer is not None and one.user_id == viewer.pk), None
    )
    lines = table(entries.values(), fixtures)
    moves = steps(len(lines), division.level, levels)
    known = _reliability(entries.values(), division.season, now)
    rows = [
        DivisionRow(line, entries[line.key], step, entries[line.key] is own, known.get(line.key))
        for line, step in zip(lines, moves, strict=True)
    ]
    rounds = []
    for number, group in groupby(fixtures, key=lambda one: one.round):
        meetings = [
            FixtureDisplay(
                one,
                entries[one.first_id],
                entries[one.second_id],
                own is not None and own.pk in (one.first_id, one.second_id),
            )
            for one in group
        ]
        rounds.append(SeasonRound(number, meetings[0].fixture.due_at, meetings))
    return DivisionDisplay(division, rows, rounds, next((row for row in rows if row.mine), None))


def _reliability(
    entries: Iterable[SeasonEntry], season: Season, now: datetime
) -> dict[int, Reliability]:
    """Return of a running season how reliable those are who are less than others, by entries."""
    if season.state != Season.State.RUNNING:
        return {}
    by_user = {one.user_id: one.pk for one in entries if one.user_id is not None}
    found = reliability_of(by_user, now)
    return {
        by_user[user]: one
        for user, one in found.items()
        if one.timeouts or (one.finished is not None and one.finished < RELIABLE)
    }


def divisions_of(season: Season) -> QuerySet[Division]:
    """Return the divisions of a season with `players`, `games`, `over`, at the end `winner`."""
    owed = Fixture.objects.filter(division=OuterRef("pk")).order_by().values("division")
    number = owed.annotate(n=Count("pk")).values("n")
    over = owed.exclude(outcome="").annotate(n=Count("pk")).values("n")
    first = SeasonEntry.objects.filter(division=OuterRef("pk"), place=1)
    return season.divisions.annotate(
        players=Count("entries"),
        games=Subquery(number, output_field=IntegerField()),
        over=Subquery(over, output_field=IntegerField()),
        winner=Subquery(first.values("user__username")[:1]),
    )


def seasons(most: int) -> QuerySet[Season]:
    """Return the latest seasons with `players`, those who enrolled, and, at the end, `winner`."""
    first = SeasonEntry.objects.filter(season=OuterRef("pk"), division__level=1, place=1)
    found = Season.objects.annotate(
        players=Count("entries"), winner=Subquery(first.values("user__username")[:1])
    )
    return found.order_by("-starts_at")[:most]
