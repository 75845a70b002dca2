"""The figures of ladders, seasons and tournaments."""

from collections.abc import Iterator
from datetime import datetime
from statistics import mean
from typing import TYPE_CHECKING

from games.ladder.models import LADDERS, Challenge, ChallengeState, LadderStep, Rung, StepReason
from games.seasons.models import Division, Fixture, Season
from games.tournaments.models import Tournament, TournamentStage
from tools.simulation.simulator import DAY
from tools.simulation.year import figures
from tools.simulation.year.people import Person

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

NEAR = 0.1
"""So much of a ladder a player may stand below the right place, to be at the right place."""
SETTLED = 90 * DAY


def lines(year: "Year") -> Iterator[str]:
    """Yield a line or more for each kind of contest."""
    for pool in LADDERS:
        yield from _ladder(year, pool)
    yield from _seasons(year)
    yield from _tournaments()


def _ladder(year: "Year", pool: str) -> Iterator[str]:
    """Say how well places fit strength, and how long the strong took to get up."""
    rungs = Rung.objects.filter(ladder=pool, place__isnull=False).order_by("place")
    rows = [(rung.place or 0, year.people[rung.user_id or 0], rung.joined_at) for rung in rungs]
    here = [row for row in rows if not row[1].is_gone(year.now)]
    old = [row for row in here if year.now - row[2] >= SETTLED]
    sentences = [
        f"{figures.correlation((-place, who.strength) for place, who, _at in some):.2f} of {name} "
        f"({len(some)})"
        for name, some in (("all", here), (f"those on it for {SETTLED.days} days", old))
    ]
    counted = Challenge.objects.filter(ladder=pool, state=ChallengeState.COUNTED).count()
    late = LadderStep.objects.filter(ladder=pool, why=StepReason.TIME).count()
    yield (
        f"ladder {pool}: {counted} games for a place, {late} lost on time; "
        f"rank correlation of place with strength {', '.join(sentences)}"
    )
    days, games, late = _climbs(year, pool)
    yield (
        f"  strong newcomers within {NEAR:.0%} of their place after {figures.spread(games)} games, "
        f"{figures.spread(days)} days; {late} not in this year"
    )


def _climbs(year: "Year", pool: str) -> tuple[list[float], list[float], int]:
    """Return how many days and games the strong took, and how many did not get there."""
    people = dict(Rung.objects.filter(ladder=pool).values_list("pk", "user"))
    order: list[int] = []
    begun: dict[int, datetime] = {}
    played: dict[int, int] = {}
    days, games = [], []
    there: set[int] = set()
    for step in LadderStep.objects.filter(ladder=pool).order_by("number"):
        rung = step.rung_id
        if step.moves:
            if rung in order:
                order.remove(rung)
            if step.after is not None:
                order.insert(step.after - 1, rung)
        person = year.people[people[rung] or 0]
        if not person.strong or rung in there or rung not in order:
            continue
        begun.setdefault(rung, step.at)
        played[rung] = played.get(rung, 0) + (step.challenge_id is not None)
        if _is_right(person, order.index(rung), [year.people[people[key] or 0] for key in order]):
            there.add(rung)
            days.append((step.at - begun[rung]) / DAY)
            games.append(float(played[rung]))
    return days, games, len(begun) - len(there)


def _is_right(person: Person, above: int, members: list[Person]) -> bool:
    belongs = sum(other.strength > person.strength for other in members)
    return above <= belongs + NEAR * len(members)


def _seasons(year: "Year") -> Iterator[str]:
    for season in Season.objects.filter(state=Season.State.CLOSED).order_by("starts_at"):
        fixtures = Fixture.objects.filter(division__season=season)
        late = fixtures.filter(reason=Fixture.Reason.UNFINISHED).count()
        lasts, order, inside = [], [], []
        for division in season.divisions.order_by("level"):
            games = division.fixtures.values_list("game", flat=True)
            ends = [year.diary.over[pk].at for pk in games if pk in year.diary.over]
            if ends:
                lasts.append((max(ends) - season.starts_at) / DAY)
            table = _table(year, division)
            order += [(-division.level * 100.0 - place, strength) for place, strength in table]
            inside.append(figures.correlation((-place, strength) for place, strength in table))
        yield (
            f"{season}: {len(order)} players, {season.divisions.count()} divisions, "
            f"{fixtures.count()} games, {late} not over in time; the last game of a division ended "
            f"after {figures.spread(lasts)} days; rank correlation with strength: places in a "
            f"division {mean(inside):.2f}, level and place {figures.correlation(order):.2f}"
        )


def _table(year: "Year", division: Division) -> list[tuple[int, float]]:
    """Return (place, true strength) of a division."""
    rows = division.entries.filter(place__isnull=False, user__isnull=False)
    return [
        (place or 0, year.people[user or 0].strength)
        for place, user in rows.values_list("place", "user")
    ]


def _tournaments() -> Iterator[str]:
    over = Tournament.objects.filter(stage=TournamentStage.FINISHED).order_by("pk")
    for name, live in (("by correspondence", False), ("live", True)):
        some = [tournament for tournament in over if tournament.live == live]
        days = [
            (tournament.finished_at - tournament.started_at) / DAY
            for tournament in some
            if tournament.finished_at is not None and tournament.started_at is not None
        ]
        players = [float(tournament.entrants.count()) for tournament in some]
        yield (
            f"tournaments {name}: {len(some)}, with {figures.spread(players)} players, over after "
            f"{figures.spread(days)} days"
        )
