"""Feeds at secret addresses: deadlines for a calendar, turns for a reader, a count for a widget.

They say which game, against whom, and until when: nothing of what is on the table.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from accounts.models import User
from games.clock import Clock, alarms
from games.notifications import links
from games.notifications.messages import moment
from games.notifications.models import NotificationSettings, new_feed_token
from games.notifications.preferences import settings_of
from games.tables import selectors
from games.tables.models import Game, Seat, Status
from games.tables.previews import side_name
from games.tables.seats import acting_seat, may_answer
from games.tables.timekeeping.clocks import deadline_of, weeks_of, weeks_of_sides
from games.tables.timekeeping.display import time_left

FEEDS = ("turns.ics", "turns.atom", "count.json")
SHARE = 20
"""Per cent of the time left at which a calendar rings for who wants no reminders by us."""

EVERY = timedelta(hours=1)
"""How often a calendar may well look."""

REMEMBERED = 60 * 60 * 24 * 30


def addresses(user: User) -> dict[str, str]:
    """Return the addresses of a user's feeds by their names; none before they wanted them."""
    kept = NotificationSettings.objects.filter(user=user).first()
    if kept is None:
        return {}
    return {name: links.site(reverse("feed", args=[kept.feed_token, name])) for name in FEEDS}


def revoke(user: User) -> None:
    """Give a user's feeds other addresses, or their first ones: the old ones lead nowhere."""
    with transaction.atomic():
        NotificationSettings.objects.get_or_create(user=user)
        NotificationSettings.objects.filter(user=user).update(feed_token=new_feed_token())


def owner_of(token: str) -> User | None:
    """Return whose feeds these are."""
    owners = NotificationSettings.objects.filter(feed_token=token, user__is_active=True)
    kept = owners.select_related("user").first()
    return kept.user if kept else None


@dataclass(frozen=True, slots=True)
class Line:
    """A game in a feed. `rings`: when its calendar rings."""

    game: int
    version: int
    title: str
    url: str
    mine: bool
    asked_at: datetime | None
    deadline: datetime | None
    left: str
    """What the clock left when it started: that stays right, unlike what it leaves now."""
    rings: tuple[datetime, ...]


def lines_of(user: User) -> list[Line]:
    """Return the games in which a user is asked, or their side's clock runs; least time first.

    In the language and the zone of this moment.
    """
    lines = [line for game in _running(user) if (line := _line(game, user)) is not None]
    latest = datetime.max.replace(tzinfo=UTC)
    return sorted(lines, key=lambda line: (line.deadline or latest, line.game))


def _running(user: User) -> list[Game]:
    mine = Q(seats__user=user) | Q(seats__played_by=user)
    games = Game.objects.filter(mine, status=Status.RUNNING).distinct()
    return list(games.defer("snapshot", "setup").prefetch_related(selectors.SEATS))


def _line(game: Game, user: User) -> Line | None:
    seats = list(game.seats.all())
    seat = acting_seat(seats, user)
    if seat is None:
        return None
    mine, deadline = may_answer(seat, user), deadline_of(game, seat.side)
    if not mine and deadline is None:
        return None
    others = side_name(seats, 1 - seat.side)
    return Line(
        game=game.pk,
        version=game.version,
        title=_("Game %(game)d against %(others)s") % {"game": game.pk, "others": others},
        url=links.site(game.get_absolute_url()),
        mine=mine,
        asked_at=seat.asked_at if mine else None,
        deadline=deadline,
        left=_left(game, seats, seat.side),
        rings=_rings(game, seat, user),
    )


def _running_clock(game: Game, side: int) -> tuple[datetime, datetime] | None:
    """Return since when a side's clock runs, and its deadline."""
    if game.clock is None:
        return None
    own = Clock.from_json(game.clock).sides[side]
    return None if own.since is None or own.deadline is None else (own.since, own.deadline)


def _left(game: Game, seats: list[Seat], side: int) -> str:
    running = _running_clock(game, side)
    if running is None or game.live:
        return ""
    since, deadline = running
    left = time_left(weeks_of_sides(seats)[side], deadline, since)
    started = _("When the clock started: %(left)s.") % {"left": left.says}
    return f"{started} {left.uncounted}".rstrip()


def _rings(game: Game, seat: Seat, user: User) -> tuple[datetime, ...]:
    running = _running_clock(game, seat.side)
    if running is None:
        return ()
    [week] = weeks_of([seat])
    shares = settings_of(user).alarms or [SHARE]
    return tuple(sorted(set(alarms(week, *running, shares).values())))


def stamp(lines: list[Line], token: str, name: str, now: datetime) -> tuple[str, datetime]:
    """Return a feed's ETag, and since when it says what it says, as far as it was looked at."""
    content = f"{token} {name} {get_language()} {timezone.get_current_timezone_name()} {lines}"
    etag = f'W/"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'
    key = f"feed:{hashlib.sha256(f'{token} {name}'.encode()).hexdigest()}"
    kept = cache.get(key)
    if kept is not None and kept[0] == etag:
        return etag, kept[1]
    since = now.replace(microsecond=0)
    if kept is not None:  # two states never have the same second
        since = max(since, kept[1] + timedelta(seconds=1))
    cache.set(key, (etag, since), REMEMBERED)
    return etag, since


def calendar(lines: list[Line], since: datetime) -> bytes:
    """Return the deadlines as iCalendar (RFC 5545), an event a game."""
    made = Calendar()
    made.add("prodid", "-//Zenith//Turns//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", _("Zenith: my games"))
    made.add("name", _("Zenith: my games"))
    made.add("refresh-interval", vDuration(EVERY), parameters={"value": "DURATION"})
    made.add("x-published-ttl", vDuration(EVERY))
    for line in lines:
        if line.deadline is not None:
            made.add_component(_event(line, line.deadline, since))
    return bytes(made.to_ical())


def _event(line: Line, deadline: datetime, since: datetime) -> Event:
    event = Event()
    event.add("uid", f"game-{line.game}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("sequence", line.version)
    event.add("dtstamp", since)
    event.add("dtstart", deadline.astimezone(UTC))
    event.add("summary", _("Zenith: %(title)s") % {"title": line.title})
    event.add("description", f"{_said(line)}\n{line.url}")
    event.add("url", line.url)
    event.add("transp", "TRANSPARENT")  # a deadline takes no time
    for ring in line.rings:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", line.title)
        alarm.add("trigger", ring - deadline)
        event.add_component(alarm)
    return event


def atom(lines: list[Line], user: User, since: datetime) -> str:
    """Return a user's turns as Atom (RFC 4287), an entry a turn."""
    feed = _Feed(
        title=_("Zenith: my turns"),
        link=links.site("/"),
        description="",
        language=get_language(),
        feed_guid=f"{_tag()}/players/{user.pk}",
        author_name="Zenith",
    )
    feed.since = since
    for line in lines:
        if line.mine:
            at = line.asked_at or since
            feed.add_item(
                title=line.title,
                link=line.url,
                description=_said(line),
                unique_id=f"{_tag()}/games/{line.game}/{int(at.timestamp())}",
                updateddate=at,
            )
    return str(feed.writeString("utf-8"))


class _Feed(Atom1Feed):
    since: datetime

    def latest_post_date(self) -> datetime:
        """Return when the feed last changed: also when a turn is over."""
        return self.since


def _tag() -> str:
    """Return the beginning of identities (RFC 4151)."""
    return f"tag:{urlsplit(settings.SITE_URL).hostname},2026:zenith"


def count(lines: list[Line]) -> dict[str, object]:
    """Return how many games wait for a user, and the first of their deadlines, in UTC."""
    mine = [line for line in lines if line.mine]
    soonest = min((line.deadline for line in mine if line.deadline is not None), default=None)
    return {
        "your_turn": len(mine),
        "soonest": soonest and f"{soonest.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
    }


def _said(line: Line) -> str:
    whose = _("It is your turn.") if line.mine else _("Your teammate is asked.")
    if line.deadline is None:
        return whose
    until = _("Your time is up on %(moment)s.") % {"moment": moment(line.deadline)}
    return f"{whose} {until} {line.left}".rstrip()
