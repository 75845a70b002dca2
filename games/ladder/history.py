"""Places over time, of one member or of a whole ladder."""

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
"""Most steps in a chart."""


def order_at(pool: str, at: datetime | None = None) -> list[int]:
    """Return the ids of a ladder's rungs at a time, from the top, calculated from its steps."""
    steps = LadderStep.objects.filter(ladder=pool, moves=True)
    if at is not None:
        steps = steps.filter(at__lte=at)
    places: list[int] = []
    rows = steps.order_by("number").values_list("rung", "before", "after")
    for rung, before, after in rows:
        if before is not None:
            taken = places.pop(before - 1)
            if taken != rung:
                raise ValueError(f"{rung} was not at place {before} of the ladder {pool}")
        if after is not None:
            places.insert(after - 1, rung)
    return places


def differences(pool: str) -> list[str]:
    """Return a sentence for each place of a ladder that differs from its steps."""
    try:
        should = order_at(pool)
    except (ValueError, IndexError) as error:
        return [f"The steps contradict each other: {error}."]
    rows = Rung.objects.filter(ladder=pool, place__isnull=False).order_by("place", "pk")
    sentences = []
    places = {rung: place for place, rung in enumerate(should, 1)}
    for rung, place in rows.values_list("pk", "place"):
        if places.pop(rung, None) != place:
            sentences.append(f"Rung {rung} is at place {place}, but not according to its steps.")
    sentences += [f"Rung {rung} should be at place {place}." for rung, place in places.items()]
    members = Ladder.objects.filter(pool=pool).values_list("members", flat=True).first() or 0
    if members != len(should):
        sentences.append(f"The ladder has {members} members, its steps give {len(should)}.")
    return sentences


def steps_of(rung: Rung) -> QuerySet[LadderStep]:
    """Return a rung's steps, the latest first."""
    people = ("challenge__challenger__user", "challenge__challenged__user", "challenge__game")
    steps = rung.steps.select_related(*people).order_by("-number")
    return steps.defer("challenge__game__snapshot", "challenge__game__setup")


def best(rung: Rung) -> int | None:
    """Return the best place of a rung after one of its steps."""
    place: int | None = rung.steps.aggregate(best=Min("after"))["best"]
    return place


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
    challenge = step.challenge
    if challenge is None:
        return str(StepReason(step.why).label), None
    own = challenge.challenger_id == step.rung_id
    other = challenge.challenged if own else challenge.challenger
    values = {"name": other.name}
    match step.why, own:
        case StepReason.WON, True:
            return _("won: challenged %(name)s") % values, other
        case StepReason.WON, False:
            return _("won: challenged by %(name)s") % values, other
        case StepReason.DRAWN, True:
            return _("draw: challenged %(name)s") % values, other
        case StepReason.DRAWN, False:
            return _("draw: challenged by %(name)s") % values, other
        case StepReason.LOST, True:
            return _("lost: challenged %(name)s") % values, other
        case StepReason.LOST, False:
            return _("lost: challenged by %(name)s") % values, other
        case StepReason.FORFEIT, True:
            return _("place taken from %(name)s without a game") % values, other
        case StepReason.FORFEIT, False:
            return _("place lost to %(name)s without a game") % values, other
    return _("lost on time against %(name)s") % values, other


@dataclass(frozen=True, slots=True)
class PlaceTick:
    """A grid line: its position and its label."""

    at: float
    text: str


@dataclass(slots=True)
class PlaceChart:
    """SVG paths and grid lines in a box of `WIDTH` by `HEIGHT`, with place 1 on top."""

    lines: list[str] = field(default_factory=list)
    """A path for each period of membership."""
    ticks: list[PlaceTick] = field(default_factory=list)
    dots: list[tuple[float, float]] = field(default_factory=list)
    """Positions of the steps."""
    start: datetime | None = None
    end: datetime | None = None
    first: int = 0
    last: int = 0


type Point = tuple[datetime, int]


def chart(rung: Rung, now: datetime) -> PlaceChart | None:
    """Return the chart of a member's places over time; `None` for too few points."""
    latest = rung.steps.order_by("-number").values_list("before", "after", "at")
    steps = list(latest[:MOST_STEPS])[::-1]
    courses = _courses(steps)
    if rung.place is not None and courses:
        courses[-1].append((now, rung.place))  # other players may have pushed the rung since
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
    """Return the points of each period of membership: the place before and after each step."""
    courses: list[list[Point]] = []
    for before, after, at in steps:
        if before is None or not courses:
            courses.append([])
        courses[-1] += [(at, place) for place in (before, after) if place is not None]
    return courses


def _grid(low: int, high: int) -> list[int]:
    """Return the places of about five grid lines; 0 is replaced by place 1."""
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
    step = next((step for step in steps if (high - low) / step <= 5), 10_000)
    marks = range(low // step * step, ceil(high / step) * step + 1, step)
    return sorted({max(1, mark) for mark in marks})
