"""Who plays in the simulated month: where they live, when they look, what they wish."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from itertools import accumulate
from random import Random
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress

from accounts.models import User
from games.notifications.channels import MAIL
from games.notifications.models import Digest, NotificationSettings
from games.notifications.push.models import PushSubscription
from games.notifications.webhook.models import Webhook
from tools.simulation.players import SimulatedPlayer
from tools.simulation.simulator import DAY, MINUTE

START = datetime(2026, 3, 2, tzinfo=UTC)
"""A Monday; summer time begins in New York on the 8th, in Europe on the 29th."""
HALF = 30 * MINUTE
FROM = START - 3 * DAY
MINUTES = 100 * 1440
PUSH, WEBHOOK = "push", "webhook"
UNASKED = frozenset({("talk", MAIL), ("talk", WEBHOOK), ("accepted", MAIL)})
"""What is not told unless a player asks for it."""
ZONES = (
    "Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Kolkata", "Africa/Nairobi",
    "Europe/Athens", "Europe/Berlin", "Europe/London", "America/Sao_Paulo", "America/New_York",
    "America/Los_Angeles", "Pacific/Honolulu",
)  # fmt: skip


@dataclass(kw_only=True, slots=True)
class Person(SimulatedPlayer):
    """A player of the month, and what the judge knows of them without asking the site.

    `quiet`, `sleep`: wall minutes of the day, from and to. `awake`: how many minutes since `FROM`
    were neither sleep nor day off, for each minute.
    """

    zone: ZoneInfo
    sleep: tuple[int, int]
    quiet: tuple[int, int]
    days_off: frozenset[int]
    eager: float
    looks: int
    mail_after: int
    alarms: tuple[int, ...]
    channels: frozenset[str]
    off: frozenset[tuple[str, str]]
    awake: "array[int]" = field(default_factory=lambda: array("L"))

    def __post_init__(self) -> None:
        """Count the minutes one after the other, unlike `games.clock`.

        All that happens on walls here, summer time too, happens at half hours.
        """
        halves = (not self._rests(FROM + k * HALF) for k in range(MINUTES // 30))
        counted = (awake for awake in halves for _minute_of_it in range(30))
        self.awake = array("L", accumulate(counted, initial=0))

    def _rests(self, at: datetime) -> bool:
        wall = at.astimezone(self.zone)
        return wall.weekday() in self.days_off or within(self.sleep, wall)

    def usable(self, start: datetime, end: datetime) -> int:
        """Return the usable seconds between two moments."""
        return self._awake(end) - self._awake(start)

    def after(self, start: datetime, seconds: int) -> datetime:
        """Return the latest moment until which no more than so many seconds were usable."""
        minutes, rest = divmod(self._awake(start) + seconds, 60)
        return FROM + (bisect_right(self.awake, minutes) - 1) * MINUTE + timedelta(seconds=rest)

    def _awake(self, at: datetime) -> int:
        minute, rest = divmod(at - FROM, MINUTE)
        whole = self.awake[minute] != self.awake[minute + 1]
        return self.awake[minute] * 60 + (rest.seconds if whole else 0)

    def wants(self, what: str, channel: str) -> bool:
        """Whether they have asked to be told this so."""
        return channel in self.channels and (what, channel) not in self.off

    def quiet_end(self, at: datetime) -> datetime:
        """Return the same moment, or the end of the quiet hours in which it lies."""
        while self.is_quiet(at):
            at = FROM + ((at - FROM) // HALF + 1) * HALF
        return at

    def is_quiet(self, at: datetime) -> bool:
        """Whether a moment lies in the quiet hours."""
        return within(self.quiet, at.astimezone(self.zone))

    def moments(self, days: int, chance: Random) -> Iterator[datetime]:
        """Yield when they look, vacations not heeded: whole minutes, in no order."""
        asleep = (self.sleep[1] - self.sleep[0]) % 1440
        for day in range(days):
            midnight = (START + day * DAY).date()
            for _look in range(self.looks):
                wall = (self.sleep[1] + chance.randrange(1440 - asleep)) % 1440
                local = datetime.combine(midnight, time(wall // 60, wall % 60), self.zone)
                at = local.astimezone(UTC)
                if at >= START and (local.weekday() not in self.days_off or chance.random() < 0.2):
                    yield at


def within(hours: tuple[int, int], wall: datetime) -> bool:
    """Whether a wall time lies in hours that may go over midnight."""
    start, end = hours
    at = wall.hour * 60 + wall.minute
    return start <= at < end if start <= end else at >= start or at < end


def _matrix(off: set[tuple[str, str]]) -> dict[str, dict[str, bool]]:
    """Return the wishes as the page of preferences stores them: what differs from the usual."""
    changed: dict[str, dict[str, bool]] = {}
    for what, channel in off ^ UNASKED:
        changed.setdefault(what, {})[channel] = (what, channel) not in off
    return changed


def sign_up(number: int, days: int, chance: Random, gone: float) -> Person:
    """Sign a player up, with habits of their own; `gone`: how likely they vanish some day."""
    zone = ZONES[number % len(ZONES)]
    sleep = chance.choice([(23 * 60, 7 * 60)] * 4 + [(22 * 60, 6 * 60), (30, 8 * 60), (0, 0)])
    days_off = frozenset(chance.choice([(), (), (6,), (5, 6)]))
    own_quiet = chance.random() < 0.2
    user = User.objects.create(
        username=f"player{number}",
        email=f"player{number}@example.org",
        language=chance.choice(["en", "fr", "de"]),
        time_zone=zone,
        sleep_from=time(*divmod(sleep[0], 60)),
        sleep_to=time(*divmod(sleep[1], 60)),
        days_off="".join(map(str, sorted(days_off))),
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    channels, off = {MAIL}, set(UNASKED)
    if chance.random() < 0.5:
        channels.add(PUSH)
        PushSubscription.objects.create(
            user=user, endpoint=f"https://push.example/{number}", session="here"
        )
    if chance.random() < 0.2:
        channels.add(WEBHOOK)
        Webhook.objects.create(user=user, url=f"https://hook.example/{number}")
    if chance.random() < 0.2:
        off |= {("turn", MAIL), ("question", MAIL)}
    if chance.random() < 0.2:
        off -= {("talk", MAIL), ("accepted", MAIL)}
    alarms = chance.choice([(20, 5), (20, 5), (50, 20, 5), ()])
    mail_after = chance.choice([0, 30, 30, 30, 120])
    NotificationSettings.objects.create(
        user=user,
        matrix=_matrix(off),
        mail_after=mail_after,
        quiet_from=time(20) if own_quiet else None,
        quiet_to=time(9) if own_quiet else None,
        alarms=list(alarms),
        digest=chance.choice([Digest.NONE] * 4 + [Digest.DAILY]),
        digest_sent_at=START,
    )
    vanishes = START + chance.randrange(5, max(6, days)) * DAY if chance.random() < gone else None
    return Person(
        user=user,
        zone=ZoneInfo(zone),
        sleep=sleep,
        quiet=(20 * 60, 9 * 60) if own_quiet else sleep,
        days_off=days_off,
        eager=chance.choice([0.3, 0.6, 0.9]),
        looks=chance.choice([1, 1, 2, 3]),
        mail_after=mail_after,
        alarms=alarms,
        channels=frozenset(channels),
        off=frozenset(off),
        gone=vanishes,
    )
