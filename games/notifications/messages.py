"""The text of a notification for its user, in the current language and time zone.

All facts about a table come from the user's `seen`, as on the page: never a hidden card.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine import events as e
from engine.views import open_hand
from engine.words import agent_name, describe_decision, describe_event, reported
from games.notifications import links
from games.notifications.board_image import Picture, picture
from games.notifications.kinds import PageNotification, TableNotification, kind_of
from games.notifications.models import Notification
from games.tables.models import Game, Seat, Status
from games.tables.moves import moves_of
from games.tables.page.bar import kind_of_game
from games.tables.page.text import plain, player_names
from games.tables.seats import may_answer, may_take_over
from games.tables.selectors import Seen, seen
from games.tables.timekeeping.clocks import deadline_of, weeks_of_sides
from games.tables.timekeeping.display import time_left


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What happened in one turn: the player's name, and the sentences."""

    name: str
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class NotificationText:
    """A notification in words; what has no use in it is empty.

    `before`: the table as the user last saw it, if it has changed since.
    """

    title: str
    headline: str
    turns: list[TurnReport]
    hand: str
    table: str
    until: str = ""
    left: str = ""
    """What the clock leaves until then."""
    about: str = ""
    """What kind of game it is, in an invitation."""
    asks: str = ""
    move: str = ""
    now: Picture | None = None
    before: Picture | None = None
    link: str = ""
    """The text of the link to `table`."""


def compose(notification: Notification, at: datetime) -> NotificationText:
    """Return the text of a notification as it reads at a moment, without pictures.

    Raises `Http404` if what it was about is gone, or the user has left the table.
    """
    kind = kind_of(notification)
    if isinstance(kind, TableNotification):
        return _table_text(kind, at, _seen(notification))
    assert isinstance(kind, PageNotification)
    return _page_text(kind)


def compose_with_pictures(notification: Notification, at: datetime) -> NotificationText:
    """Return the same with the table now and, if it has changed, as the user last saw it."""
    kind = kind_of(notification)
    if not isinstance(kind, TableNotification):
        return compose(notification, at)
    table = _seen(notification)
    text = _table_text(kind, at, table)
    if table.game.setup is None:
        return text
    looked = table.seat.seen_seq if table.seat is not None else 0
    earlier = table.view_before(looked) if 0 < looked < table.game.seq else None
    seats, me = table.seats, table.number
    return replace(
        text,
        now=picture(
            table.view(), seats, me, earlier, over=table.is_end(table.game.seq), with_hand=True
        ),
        before=picture(earlier, seats, me) if earlier is not None else None,
    )


def _page_text(kind: PageNotification) -> NotificationText:
    words = kind.words()
    return NotificationText(
        title=words.title,
        headline=words.text,
        turns=[],
        hand="",
        table=links.site(words.path),
        link=kind.link(),
    )


def _seen(notification: Notification) -> Seen:
    assert notification.game_id is not None
    return seen(notification.user, notification.game_id)


def _table_text(kind: TableNotification, at: datetime, table: Seen) -> NotificationText:
    game, seat, user = table.game, table.seat, kind.notification.user
    invited = next((guest for guest in table.seats if guest.invited_id == user.pk), None)
    text = NotificationText(
        title=_title(table, seat or invited),
        headline=kind.headline(table, at),
        turns=_turns(table) if game.setup is not None else [],
        hand=_hand(table) if game.status == Status.RUNNING else "",
        table=links.site(game.get_absolute_url()),
        link=_("To the table"),
    )
    if seat is None:
        return text if invited is None else replace(text, about=" · ".join(kind_of_game(game)))
    if may_answer(seat, user):
        move = links.to_move(user, seat, at)
        text = replace(text, asks=_asks(table), move=move)
    elif not any(may_take_over(seat, other) for other in table.seats):
        return text
    return replace(text, until=_until(game, seat), left=_left(table, seat.side, at))


def moment(at: datetime) -> str:
    """Return a moment as it is still right when the mail is read later: Thursday 5 Mar, 18:40."""
    here = timezone.localtime(at)
    return f"{date_format(here, 'l')} {date_format(here, 'SHORT_DATETIME_FORMAT')}"


def _title(table: Seen, seat: Seat | None) -> str:
    game = table.game
    others = "" if seat is None else _names(table, 1 - seat.side)
    if not others:
        return _("Game %(game)d") % {"game": game.pk}
    return _("Game %(game)d against %(others)s") % {"game": game.pk, "others": others}


def _names(table: Seen, side: int) -> str:
    """Return the names of a side; a seat that is free has none before the start."""
    return " & ".join(
        seat.name
        for seat in table.seats
        if seat.side == side and (seat.user or seat.bot or table.game.started_at)
    )


def _until(game: Game, seat: Seat) -> str:
    deadline = deadline_of(game, seat.side)
    if deadline is None:
        return ""
    zone = timezone.get_current_timezone_name()
    words = {"moment": moment(deadline), "zone": zone}
    return _("You have until %(moment)s (your time, %(zone)s).") % words


def _left(table: Seen, side: int, at: datetime) -> str:
    """Return the time left as the table says it; live games have a deadline of minutes only."""
    deadline = deadline_of(table.game, side)
    if deadline is None or table.game.live:
        return ""
    left = time_left(weeks_of_sides(table.seats)[side], deadline, at)
    sent = _("When this was sent: %(left)s.") % {"left": left.says}
    return f"{sent} {left.uncounted}".rstrip()


def _asks(table: Seen) -> str:
    mine = [decision for decision in table.engine.pending if table.number in decision.seats]
    return plain(describe_decision(mine[0])) if mine else ""


def _turns(table: Seen) -> list[TurnReport]:
    """Return what happened since the user's own last answer, oldest first."""
    if table.number is None:
        return []
    own = (move.seq for move in moves_of(table.game) if move.seat == table.number)
    last = max(own, default=0)
    return turns_after(table, last)


def turns_after(table: Seen, last: int, upto: int | None = None) -> list[TurnReport]:
    """Return what happened after a move, as the viewer of a table may see it, oldest first.

    `upto`: the last move of which it is returned.
    """
    names = player_names(table.seats)
    turns: list[TurnReport] = []
    for seq, seat, events in table.events(last):
        if upto is not None and seq > upto:
            break
        for event in reported(events):
            mover = event.seat if isinstance(event, e.TurnStarted) else seat
            if not turns or turns[-1].name != table.seats[mover].name:
                turns.append(TurnReport(table.seats[mover].name))
            if not isinstance(event, e.TurnStarted):
                turns[-1].sentences.append(plain(describe_event(event, table.number, names)))
    return [turn for turn in turns if turn.sentences]


def _hand(table: Seen) -> str:
    if table.number is None:
        return ""
    return ", ".join(agent_name(slug) for slug in open_hand(table.view(), table.number))
