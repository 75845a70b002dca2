"""The history of notifications: what became of each delivery and why, in sentences."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.notifications import reasons
from games.notifications.channels import label_of
from games.notifications.export import DAYS
from games.notifications.kinds import PageNotification, kind_of
from games.notifications.models import Delivery, Notification
from games.tables import time_words
from games.tables.lists import cards
from games.tables.models import Game
from games.tables.selectors import SEATS

State = Delivery.State


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """One delivery: its channel, its state in words and for the style sheet, and sentences.

    `answer`: that of the receiving server.
    """

    channel: str
    state: str
    tone: str
    sentences: list[str]
    answer: str


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One notification; `page` and `title` are those of its game or page, empty if that is gone."""

    at: datetime
    label: str
    title: str
    page: str
    deliveries: list[DeliveryReport]

    @property
    def when(self) -> str:
        """Its time, with the weekday."""
        return time_words.day_and_time(timezone.localtime(self.at))


def report(delivery: Delivery, now: datetime) -> DeliveryReport:
    """Return what became of a delivery, in the current language and time zone."""
    state, tone = str(delivery.get_state_display()), delivery.state
    sentences = [reasons.sentence(delivery.reason)] if delivery.reason else []
    settled = delivery.settled_at and time_words.until(delivery.settled_at, now)
    match delivery.state:
        case State.WAITING if delivery.channel not in settings.OUTBOX:
            state, tone = str(State.DROPPED.label), State.DROPPED
            sentences = [_("The site does not send by this channel any more.")]
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
            state = _("in a digest")
            sentences.append(_("Sent %(when)s, together with others.") % {"when": settled})
    return DeliveryReport(label_of(delivery.channel), state, tone, sentences, delivery.said)


def entries(
    notifications: Iterable[Notification], games: dict[int, Game], user: User, now: datetime
) -> list[HistoryEntry]:
    """Return the entries of notifications with prefetched deliveries; `games`: of `games_of`."""
    titles = titles_of(games, user)
    lines = []
    for notification in notifications:
        kind = kind_of(notification)
        title, page = "", ""
        if notification.game_id in games:
            title = titles[notification.game_id]
            page = games[notification.game_id].get_absolute_url()
        elif isinstance(kind, PageNotification):
            title, page = _page_of(kind)
        reports = [report(delivery, now) for delivery in notification.deliveries.all()]
        lines.append(HistoryEntry(notification.at, kind.label(), title, page, reports))
    return lines


def _page_of(kind: PageNotification) -> tuple[str, str]:
    if kind.requested:
        return "", ""
    try:
        words = kind.words()
    except Http404:
        return "", ""
    return f"{words.title}: {words.text}", words.path


def since(now: datetime) -> datetime:
    """Return the beginning of the history that is shown."""
    return now - timedelta(days=DAYS)


def games_of(user: User, now: datetime) -> dict[int, Game]:
    """Return the games that a user was notified about, the latest first, with their seats."""
    pks = user.notifications.filter(at__gte=since(now)).values("game_id")
    games = Game.objects.filter(pk__in=pks).select_related("creator").prefetch_related(SEATS)
    return {game.pk: game for game in games.defer("snapshot", "setup").order_by("-pk")}


def titles_of(games: dict[int, Game], user: User) -> dict[int, str]:
    """Return titles of games; a user who has left or declined a table reads no names."""
    titles = {}
    for card in cards(games.values(), user):
        mine = card.mine is not None or user.pk in [seat.invited_id for seat in card.seats]
        number = _("Game %(game)d") % {"game": card.game.pk}
        titles[card.game.pk] = f"{number} {card.title}" if mine else number
    return titles
