"""Every place over time: of one member for the pages, of the whole ladder for whoever asks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

from django.db.models import Min, QuerySet
from django.utils.translation import gettext as _

from games.ladder.models import Ladder, LadderStep, Rung, StepReason

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 14, 38
MOST_STEPS = 200
"""So many steps a chart shows at most."""


def standing(pool: str, at: datetime | None = None) -> list[int]:
    """Return the ids of the rungs of a ladder at a moment, from the top, as its steps say."""
    steps = LadderStep.objects.filter(ladder=pool, moves=True)
    if at is not None:
        steps = steps.filter(at__lte=at)
    places: list[int] = []
    rows = steps.order_by("number").values_list("rung", "before", "after")
    for rung, before, after in rows.iterator(chunk_size=5000):
        if before is not None:
            taken = places.pop(before - 1)
            if taken != rung:
                raise ValueError(f"{rung} was not at place {before} of the ladder {pool}")
        if after is not None:
            places.insert(after - 1, rung)
    return places


def differences(pool: str) -> list[str]:
    """Return, a sentence each, where the places of a ladder are not what its steps say."""
    try:
        should = standing(pool)
    except (ValueError, IndexError) as error:
        return [f"The steps do not fit together: {error}."]
    rows = Rung.objects.filter(ladder=pool, place__isnull=False).order_by("place", "pk")
    found = []
    places = {rung: place for place, rung in enumerate(should, 1)}
    for rung, place in rows.values_list("pk", "place"):
        if places.pop(rung, None) != place:
            found.append(f"Rung {rung} is at place {place}, where its steps do not lead.")
    found += [f"Rung {rung} should be at place {place}." for rung, place in places.items()]
    members = Ladder.objects.filter(pool=pool).values_list("members", flat=True).first() or 0
    if members != len(should):
        found.append(f"The ladder counts {members} members, and its steps {len(should)}.")
    return found


def steps_of(rung: Rung) -> QuerySet[LadderStep]:
    """Return what happened to somebody on the ladder, the latest first."""
    people = ("challenge__challenger__user", "challenge__challenged__user", "challenge__game")
    found = rung.steps.select_related(*people).order_by("-number")
    return found.defer("challenge__game__snapshot", "challenge__game__setup")


def best(rung: Rung) -> int | None:
    """Return the highest place that somebody has had after a game or a step of theirs."""
    found: int | None = rung.steps.aggregate(best=Min("after"))["best"]
    return found


@dataclass(frozen=True, slots=True)
class StepDescription:
    """A step in words."""

    step: LadderStep
    says: str
    opponent: Rung | None


def lines(steps: Sequence[LadderStep]) -> list[StepDescription]:
    """Return steps in words."""
    return [StepDescription(step, *_words(step)) for step in steps]


def _words(step: LadderStep) -> tuple[str, Rung | None]:
    found = step.challenge
    if found is None:
        return str(StepReason(step.why).label), None
    own = found.challenger_id == step.rung_id
    other = found.challenged if own else found.challenger
    said = {"name": other.name}
    match step.why, own:
        case StepReason.WON, True:
            return _("won: challenged %(name)s") % said, other
        case StepReason.WON, False:
            return _("won: challenged by %(name)s") % said, other
        case StepReason.DRAWN, True:
            return _("draw: challenged %(name)s") % said, other
        case StepReason.DRAWN, False:
            return _("draw: challenged by %(name)s") % said, other
        case StepReason.LOST, True:
            return _("lost: challenged %(name)s") % said, other
        case StepReason.LOST, False:
            return _("lost: challenged by %(name)s") % said, other
        case StepReason.FORFEIT, True:
            return _("place taken from %(name)s without a game") % said, other
        case StepReason.FORFEIT, False:
            return _("place lost to %(name)s without a game") % said, other
    return _("lost on time against %(name)s") % said, other


@dataclass(frozen=True, slots=True)
class PlaceTick:
    """A line of the grid: where it is, and what stands there."""

    at: float
    text: str


@dataclass(slots=True)
class PlaceChart:
    """Paths and marks in a box of `WIDTH` by `HEIGHT`, the first place on top."""

    lines: list[str] = field(default_factory=list)
    """A path for each time on the ladder."""
    ticks: list[PlaceTick] = field(default_factory=list)
    dots: list[tuple[float, float]] = field(default_factory=list)
    """The games and steps."""
    start: datetime | None = None
    end: datetime | None = None
    first: int = 0
    last: int = 0


type Point = tuple[datetime, int]


def chart(rung: Rung, now: datetime) -> PlaceChart | None:
    """Return the chart of a member's places over time; `None` where there is nothing to see."""
    latest = rung.steps.order_by("-number").values_list("before", "after", "at")
    steps = list(latest[:MOST_STEPS])[::-1]
    courses = _courses(steps)
    if rung.place is not None and courses:
        courses[-1].append((now, rung.place))  # pushed by others since, it may be
    points = [point for course in courses for point in course]
    if len(steps) < 2 or not points or points[0][0] == points[-1][0]:
        return None
    places = [place for _at, place in points]
    grid = _grid(min(places), max(places))
    start, end = points[0][0], points[-1][0]
    low, high = min(grid[0], *places), max(grid[-1], *places)

    def x(at: datetime) -> float:
        return round(LEFT + (at - start) / (end - start) * (WIDTH - LEFT - RIGHT), 1)

    def y(place: int) -> float:
        return round(TOP + (place - low) / max(1, high - low) * (HEIGHT - TOP - BOTTOM), 1)

    drawn = [[f"{x(at)} {y(place)}" for at, place in course] for course in courses]
    return PlaceChart(
        lines=["M" + "L".join(course) for course in drawn],
        ticks=[PlaceTick(y(place), str(place)) for place in grid],
        dots=[(x(at), y(after)) for _before, after, at in steps if after is not None],
        start=start,
        end=end,
        first=places[0],
        last=places[-1],
    )


def _courses(steps: Sequence[tuple[int | None, int | None, datetime]]) -> list[list[Point]]:
    """Return the points of each time on the ladder: the place before and after each step."""
    courses: list[list[Point]] = []
    for before, after, at in steps:
        if before is None or not courses:
            courses.append([])
        courses[-1] += [(at, place) for place in (before, after) if place is not None]
    return courses


def _grid(low: int, high: int) -> list[int]:
    """Return the places where lines are drawn: five or so, 1 among them if it is near."""
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
    step = next((step for step in steps if (high - low) / step <= 5), 10_000)
    marks = range(low // step * step, ceil(high / step) * step + 1, step)
    return sorted({max(1, mark) for mark in marks})
