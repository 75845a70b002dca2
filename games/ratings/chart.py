"""Chart of a rating over time, drawn as inline SVG: a line in the band of its uncertainty."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 8, 10, 24
MOST_POINTS = 120


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a game."""

    at: datetime
    value: int
    band: int

    def __str__(self) -> str:
        return f"{self.value} ± {self.band}"


@dataclass(frozen=True, slots=True)
class ChartTick:
    """A grid line: its position and its label."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class RatingChart:
    """SVG paths and grid lines in a box of `WIDTH` by `HEIGHT`."""

    line: str
    band: str
    ticks: list[ChartTick]
    x: float
    y: float
    """Position of the latest point."""
    points: list[RatingPoint]
    """The values as numbers, the latest first."""

    @property
    def start(self) -> RatingPoint:
        """The first point."""
        return self.points[-1]

    @property
    def end(self) -> RatingPoint:
        """The latest point."""
        return self.points[0]


def chart(course: Sequence[RatingPoint]) -> RatingChart | None:
    """Return the chart of ratings in the order of their games; `None` for fewer than two."""
    points = _thinned(course)
    if len(points) < 2:
        return None
    low = min(point.value - point.band for point in points)
    high = max(point.value + point.band for point in points)
    step = next((s for s in (25, 50, 100, 200) if (high - low) / s <= 5), 400)
    low, high = low // step * step, ceil(high / step) * step

    def y(value: float) -> float:
        share = (value - low) / (high - low)
        return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)

    # The x axis counts games, not days: a month without games takes no room, ten games a day do.
    apart = (WIDTH - LEFT - RIGHT) / (len(points) - 1)
    xs = [round(LEFT + number * apart, 1) for number in range(len(points))]
    upper = [f"{x} {y(point.value + point.band)}" for x, point in zip(xs, points, strict=True)]
    lower = [f"{x} {y(point.value - point.band)}" for x, point in zip(xs, points, strict=True)]
    line = [f"{x} {y(point.value)}" for x, point in zip(xs, points, strict=True)]
    return RatingChart(
        line="M" + "L".join(line),
        band="M" + "L".join([*upper, *reversed(lower)]) + "Z",
        ticks=[ChartTick(y(value), str(value)) for value in range(low, high + 1, step)],
        x=xs[-1],
        y=y(points[-1].value),
        points=points[::-1],
    )


def _thinned(course: Sequence[RatingPoint]) -> list[RatingPoint]:
    """Return evenly spaced points if there are too many to draw; the last one is always kept."""
    every = ceil(len(course) / MOST_POINTS)
    return list(course[::-1][:: max(1, every)])[::-1]
