"""Why did I (not) get this? What became of a notification, in sentences for its user."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.contests import registry
from games.notifications import reasons
from games.notifications.export import DAYS
from games.notifications.models import Delivery, Notification, NotificationKind
from games.tables import time_words
from games.tables.lists import cards
from games.tables.models import Game
from games.tables.selectors import SEATS

State = Delivery.State


@dataclass(frozen=True, slots=True)
class Told:
    """One delivery: the channel, a word for the state and one for the style sheet, sentences.

    `said`: what the other end answered.
    """

    channel: str
    state: str
    tone: str
    sentences: list[str]
    said: str


@dataclass(frozen=True, slots=True)
class Line:
    """One notification; `page` is the address of what it was about, `title` what that is called."""

    at: datetime
    kind: str
    title: str
    page: str
    told: list[Told]


def told(delivery: Delivery, now: datetime) -> Told:
    """Return what became of a delivery, in the language and the zone of this moment."""
    state, tone = str(delivery.get_state_display()), delivery.state
    sentences = [reasons.sentence(delivery.reason)] if delivery.reason else []
    settled = delivery.settled_at and time_words.until(delivery.settled_at, now)
    match delivery.state:
        case State.WAITING if delivery.due_at > now:
            if delivery.reason == reasons.QUIET:
                state = _("held back")
            when = time_words.until(delivery.due_at, now)
            sentences.append(_("Due: %(when)s.") % {"when": when})
        case State.WAITING:
            sentences = [_("It is on its way.")]
        case State.SENT:
            sentences.append(_("Sent %(when)s.") % {"when": settled})
        case State.DIGEST:
            sentences.append(_("Sent %(when)s, together with others.") % {"when": settled})
    return Told(str(delivery.get_channel_display()), state, tone, sentences, delivery.said)


def lines(
    notifications: Iterable[Notification], games: dict[int, Game], user: User, now: datetime
) -> list[Line]:
    """Return the lines of notifications that have their deliveries; `games`: of `games_of`."""
    titles = titles_of(games, user)
    found = []
    for notification in notifications:
        title, page = _about(notification, games, titles)
        each = [told(delivery, now) for delivery in notification.deliveries.all()]
        found.append(Line(notification.at, _what(notification), title, page, each))
    return found


def _about(
    notification: Notification, games: dict[int, Game], titles: dict[int, str]
) -> tuple[str, str]:
    """Return what a notification was about, and its page; nothing for what is gone."""
    if notification.game_id in games:
        return titles[notification.game_id], games[notification.game_id].get_absolute_url()
    if "of" not in notification.data:
        return "", ""
    try:
        said = registry.news(notification.data)
    except Http404:
        return "", ""
    return f"{said.title}: {said.text}", said.path


def _what(notification: Notification) -> str:
    if notification.kind == NotificationKind.TIME and "share" in notification.data:
        return _("%(share)d %% of your time was left") % {"share": notification.data["share"]}
    return str(notification.get_kind_display())


def since(now: datetime) -> datetime:
    """Return from when on notifications are shown."""
    return now - timedelta(days=DAYS)


def games_of(user: User, now: datetime) -> dict[int, Game]:
    """Return the games that a user was notified about, the latest first, with their seats."""
    pks = user.notifications.filter(at__gte=since(now)).values("game_id")
    games = Game.objects.filter(pk__in=pks).select_related("creator").prefetch_related(SEATS)
    return {game.pk: game for game in games.defer("snapshot", "setup").order_by("-pk")}


def titles_of(games: dict[int, Game], user: User) -> dict[int, str]:
    """Return what to call games; who left a table or declined it reads no names any more."""
    titles = {}
    for card in cards(games.values(), user):
        mine = card.mine is not None or user.pk in [seat.invited_id for seat in card.seats]
        number = _("Game %(game)d") % {"game": card.game.pk}
        titles[card.game.pk] = f"{number} {card.title}" if mine else number
    return titles
