"""What a mail says: one notification for one reader, in the language and the zone of this moment.

Everything of a table goes through the reader's `seen`, as on the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine import events as e
from engine.words import agent_name, describe_decision, describe_event
from games.clock import Clock, usable
from games.contests import registry
from games.notifications import links
from games.notifications.board_image import Picture, picture
from games.notifications.models import Notification, NotificationKind
from games.tables import providers, time_words
from games.tables.models import Game, Message, Proposal, ProposalKind, Seat, Status
from games.tables.page import outcome_sentence
from games.tables.page.text import plain, player_names
from games.tables.seats import may_answer, may_take_over
from games.tables.selectors import Seen, seen
from games.tables.timekeeping.clocks import deadline_of, weeks_of


@dataclass(frozen=True, slots=True)
class Told:
    """What happened in one turn: whose, and the sentences."""

    name: str
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Letter:
    """A notification in words; `until`, `asks` and `move` are empty where they make no sense.

    `before`: the table as the reader last looked at it, if it has changed since.
    """

    title: str
    headline: str
    told: list[Told]
    hand: str
    table: str
    until: str = ""
    asks: str = ""
    move: str = ""
    now: Picture | None = None
    before: Picture | None = None
    link: str = ""
    """What the link to `table` is called."""


def letter(notification: Notification, at: datetime) -> Letter:
    """Return what to write at a moment about a notification, pictures left out.

    Raises `Http404` if the table is none of the reader's any more.
    """
    if notification.kind == NotificationKind.TEST:
        return _test()
    return (
        _news(notification)
        if notification.game_id is None
        else _letter(notification, at, _seen(notification))
    )


def illustrated(notification: Notification, at: datetime) -> Letter:
    """Return the same with the table now and, if it has changed, as the reader last saw it."""
    if notification.kind == NotificationKind.TEST or notification.game_id is None:
        return letter(notification, at)
    found = _seen(notification)
    plainly = _letter(notification, at, found)
    if found.game.setup is None:
        return plainly
    looked = found.seat.seen_seq if found.seat is not None else 0
    earlier = found.view_before(looked) if 0 < looked < found.game.seq else None
    seats, me = found.seats, found.number
    return replace(
        plainly,
        now=picture(found.view(), seats, me, earlier, with_hand=True),
        before=picture(earlier, seats, me) if earlier is not None else None,
    )


def _test() -> Letter:
    """Return what a test says; its `table` is the page where it was asked for."""
    headline = _("It works: this is the test that you asked for.")
    page = links.site(reverse("notifications"))
    return Letter(_("A test"), headline, told=[], hand="", table=page, link=_("Your notifications"))


def _news(notification: Notification) -> Letter:
    """Return what is said of a contest; its `table` is the page where there is more."""
    if "of" not in notification.data:
        raise Http404
    said = registry.news(notification.data)
    page = links.site(said.path)
    return Letter(said.title, said.text, told=[], hand="", table=page, link=_("Have a look"))


def _seen(notification: Notification) -> Seen:
    assert notification.game_id is not None
    return seen(notification.user, notification.game_id)


def _letter(notification: Notification, at: datetime, found: Seen) -> Letter:
    game, seat, dealt = found.game, found.seat, found.game.setup is not None
    said = Letter(
        title=_title(found),
        headline=_headline(notification, found, at),
        told=_told(found) if dealt else [],
        hand=_hand(found) if game.status == Status.RUNNING else "",
        table=links.site(game.get_absolute_url()),
        link=_("To the table"),
    )
    if seat is None:
        return said
    if may_answer(seat, notification.user):
        move = links.to_move(notification.user, seat, at)
        return replace(said, until=_until(game, seat), asks=_asks(found), move=move)
    if any(may_take_over(seat, other) for other in found.seats):
        return replace(said, until=_until(game, seat))
    return said


def moment(at: datetime) -> str:
    """Return a moment as it is still right when the mail is read later: Thursday 5 Mar, 18:40."""
    here = timezone.localtime(at)
    return f"{date_format(here, 'l')} {date_format(here, 'SHORT_DATETIME_FORMAT')}"


def _title(found: Seen) -> str:
    game, seat = found.game, found.seat
    if seat is None:
        return _("Game %(game)d") % {"game": game.pk}
    others = _names(found.seats, 1 - seat.side)
    return _("Game %(game)d against %(others)s") % {"game": game.pk, "others": others}


def _names(seats: Sequence[Seat], side: int) -> str:
    return " & ".join(seat.name for seat in seats if seat.side == side)


def _headline(notification: Notification, found: Seen, at: datetime) -> str:
    """Say what happened, in a sentence."""
    match notification.kind:
        case NotificationKind.TURN | NotificationKind.QUESTION if (
            notification.seq == 0 and found.game.occasion
        ):
            return _begun(found.game)
        case NotificationKind.TURN:
            return _("It is your turn.")
        case NotificationKind.QUESTION:
            return _("There is a question for you.")
        case NotificationKind.TIME if "abandoned" in notification.data:
            absent = found.seats[notification.data["abandoned"]].name
            return _("%(name)s has let the time pass: you may play on for them.") % {"name": absent}
        case NotificationKind.TIME if "share" in notification.data:
            return _("%(share)d %% of your time is left.") % {
                "share": _share_left(notification, found, at)
            }
        case NotificationKind.ACCEPTED:
            return _("Your table has filled up: the game has begun.")
        case NotificationKind.OVER:
            return outcome_sentence(found.game, found.seats, found.number)
        case NotificationKind.INVITATION if found.game.creator is not None:
            name = found.game.creator.username
            return _("%(name)s invites you to a game.") % {"name": name}
        case NotificationKind.PROPOSAL:
            return _proposal(notification, found)
        case NotificationKind.TALK:
            return _talk(notification)
    return str(NotificationKind(notification.kind).label)


def _share_left(notification: Notification, found: Seen, at: datetime) -> int:
    """Return how much of a player's time is left at a moment, in per cent.

    The alarm may have waited for the end of the quiet hours, or for a mail server.
    """
    share, game = int(notification.data["share"]), found.game
    asked = [s for s in found.seats if s.number == notification.data.get("seat", found.number)]
    if not asked or game.clock is None:
        return share
    side = Clock.from_json(game.clock).sides[asked[0].side]
    if side.since is None or side.deadline is None:
        return share
    [week] = weeks_of(asked)
    whole_turn, left = usable(week, side.since, side.deadline), usable(week, at, side.deadline)
    return min(share, -(-100 * left // whole_turn)) if whole_turn else share


def _begun(game: Game) -> str:
    """Say that the site has started a game, and for what: nobody sat down at its table."""
    about = providers.occasion(game)
    if about is None:
        return _("A game has begun, and waits for you.")
    return _("A game has begun, and waits for you: %(about)s.") % {"about": about.text}


def _proposal(notification: Notification, found: Seen) -> str:
    made = Proposal.objects.filter(pk=notification.data["proposal"]).first()
    if made is None:
        return _("There was a proposal; it has been withdrawn or settled.")
    said = {"names": _names(found.seats, made.side), "pace": time_words.pace(made.pace)}
    match made.kind:
        case ProposalKind.PAUSE:
            return _("%(names)s proposes to pause the game.") % said
        case ProposalKind.RESUME:
            return _("%(names)s proposes to go on with the game.") % said
    return _("%(names)s proposes another pace: %(pace)s.") % said


def _talk(notification: Notification) -> str:
    line = Message.objects.filter(pk=notification.data["message"], hidden=False).first()
    if line is None:
        return _("Somebody has written at your table.")
    return _("%(name)s writes: %(text)s") % {"name": line.author or "—", "text": line.text}


def _until(game: Game, seat: Seat) -> str:
    deadline = deadline_of(game, seat.side)
    if deadline is None:
        return ""
    zone = timezone.get_current_timezone_name()
    said = {"moment": moment(deadline), "zone": zone}
    return _("You have until %(moment)s (your time, %(zone)s).") % said


def _asks(found: Seen) -> str:
    mine = [one for one in found.engine.pending if found.number in one.seats]
    return plain(describe_decision(mine[0])) if mine else ""


def _told(found: Seen) -> list[Told]:
    """Return what happened since the reader's own last answer, oldest first."""
    if found.number is None:
        return []
    own = found.game.moves.filter(seat=found.number).order_by("-seq")
    last = own.values_list("seq", flat=True).first() or 0
    names = player_names(found.seats)
    told: list[Told] = []
    for _seq, seat, events in found.events(last):
        for event in events:
            mover = event.seat if isinstance(event, e.TurnStarted) else seat
            if not told or told[-1].name != found.seats[mover].name:
                told.append(Told(found.seats[mover].name))
            if not isinstance(event, e.TurnStarted):
                told[-1].sentences.append(plain(describe_event(event, found.number, names)))
    return [turn for turn in told if turn.sentences]


def _hand(found: Seen) -> str:
    if found.number is None:
        return ""
    return ", ".join(agent_name(slug) for slug in found.view()["hands"][found.number]["cards"])
