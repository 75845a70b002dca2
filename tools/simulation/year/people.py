"""Who plays in the simulated year: how strong they really are, how much and what they play."""

from dataclasses import dataclass
from datetime import UTC, datetime, time
from random import Random
from zoneinfo import ZoneInfo

from accounts.models import User
from tools.simulation.players import SimulatedPlayer
from tools.simulation.simulator import DAY, HOUR, WEEK
from tools.simulation.sizes import YearSize

START = datetime(2026, 12, 28, tzinfo=UTC)
"""A Monday, so that weeks are whole; the seasons begin with the quarters."""
ZONES = (
    "Europe/Berlin", "Europe/London", "Europe/Paris", "Europe/Warsaw", "America/New_York",
    "America/Los_Angeles", "America/Sao_Paulo", "Asia/Tokyo", "Australia/Sydney",
)  # fmt: skip
EVENING = (17 * HOUR, 22 * HOUR)
"""UTC: when people play live."""


@dataclass(kw_only=True, slots=True)
class Person(SimulatedPlayer):
    """A player of the year. `strength` is hidden from the site, in points of its ratings."""

    number: int
    strength: float
    joins: datetime
    wishes: float
    """Games that they begin by themselves in a week."""
    kinds: dict[str, float]
    """What they like to play: days, live, teams, solo."""
    careless: float
    """In what share of their games they let their time pass."""
    quick: float
    """Days that a game by correspondence takes with them, about."""
    ladders: frozenset[str]
    seasons: bool
    tournaments: bool
    strong: bool = False

    def waking(self, at: datetime, chance: Random) -> datetime:
        """Return a moment of the same day, as they live it, at which they are awake."""
        zone = ZoneInfo(self.user.time_zone)
        hour, minute = chance.randrange(8, 23), chance.randrange(60)
        local = datetime.combine(at.astimezone(zone).date(), time(hour, minute), zone)
        return max(at, local.astimezone(UTC))


def crowd(size: YearSize, chance: Random) -> list[Person]:
    """Sign all players up: most at the start, a third in the course of the year."""
    end = START + size.weeks * WEEK
    people = []
    for number in range(size.players):
        strong = number < size.strong
        joins = START
        if strong:  # when the others have found their places
            joins += (0.25 + 0.4 * chance.random()) * (end - START)
        elif chance.random() < 1 / 3:
            joins += chance.random() * 0.8 * (end - START)
        people.append(_player(number, size, joins, strong, chance))
    return people


def _player(number: int, size: YearSize, joins: datetime, strong: bool, chance: Random) -> Person:
    name = f"strong-{number}" if strong else f"player-{number}"
    asleep = chance.choice((22, 23, 0, 1))
    user = User.objects.create(
        username=name,
        email="",
        time_zone=chance.choice(ZONES),
        sleep_from=time(asleep),
        sleep_to=time((asleep + 8) % 24),
        days_off=chance.choice(("", "", "", "6", "56")),
        date_joined=joins,
    )
    stays = chance.random() > 0.25 or strong
    person = Person(
        number=number,
        user=user,
        strength=chance.uniform(1900, 2100) if strong else chance.gauss(1500, 250),
        joins=joins,
        gone=None if stays else joins + chance.expovariate(1 / 120) * DAY,
        # A few play much, most a little; who joins a club in order to win plays more.
        wishes=size.games * chance.lognormvariate(-0.5, 1) * (2 if strong else 1),
        kinds=_tastes(chance),
        careless=chance.choice((0.0, 0.0, 0.005, 0.01, 0.05)),
        quick=chance.lognormvariate(2.2, 0.5),
        ladders=frozenset(
            pool
            for pool, share in (("days", 0.4), ("live", 0.2))
            if strong or chance.random() < share
        ),
        seasons=chance.random() < 0.35,
        tournaments=chance.random() < 0.3,
        strong=strong,
    )
    for _vacation in range(2):
        start = person.joins + chance.random() * 365 * DAY
        if person.vacation_end(start) is None:
            person.vacations.append((start, start + chance.randrange(4, 15) * DAY))
    return person


def _tastes(chance: Random) -> dict[str, float]:
    """All like correspondence; some also the rest."""
    return {
        "days": 1.0,
        "live": chance.choice((0, 0, 0.3, 2)),
        "teams": chance.choice((0, 0, 0.1, 0.4)),
        "solo": chance.choice((0, 0.1, 0.3)),
    }
