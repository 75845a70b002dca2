"""The notifications about tables, and the test of a channel."""

from datetime import datetime
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clock import Clock, usable
from games.notifications import reasons
from games.notifications.kinds import (
    PageNotification,
    PageText,
    TableNotification,
    Topic,
    register,
)
from games.notifications.models import Notification
from games.tables import providers, time_words
from games.tables.models import Message, Proposal, ProposalKind, Seat, Status, Void
from games.tables.page import outcome_sentence, void_words
from games.tables.selectors import Seen
from games.tables.timekeeping.clocks import weeks_of

TIME = Topic("time", gettext_lazy("my time is running short"))


class RunningGame(TableNotification):
    """A kind that is stale when the game is over."""

    def stale(self) -> str:
        """Return that the game is over, if it is."""
        return "" if self.game.status == Status.RUNNING else reasons.OVER


class AwaitedAnswer(RunningGame):
    """A kind that is stale when its seat has answered."""

    pressing = True

    @property
    def seat(self) -> Seat | None:
        """The seat that has to answer: the user's own, or one that the user plays for."""
        number = self.data.get("seat", self.own_seat.number if self.own_seat else None)
        return next((seat for seat in self.seats if seat.number == number), None)

    def awaited_user(self, seat: Seat) -> int | None:
        """Return the user who answers for the seat as long as this is not stale."""
        return self.notification.user_id

    def after_start(self, headline: str) -> str:
        """Return the headline, after the sentence that the table has filled up if it has."""
        return f"{FILLED} {headline}" if self.data.get("filled") else headline

    def stale(self) -> str:
        """Return what has become of the question: it is answered, another one, or another's."""
        if over := super().stale():
            return over
        seat = self.seat
        if seat is None or self.awaited_user(seat) != (seat.played_by_id or seat.user_id):
            return reasons.GONE
        if self.game.moves.filter(seat=seat.number, seq__gt=self.notification.seq).exists():
            return reasons.MOVED
        asked_since = seat.asked_at is not None and seat.asked_at > self.notification.at
        return "" if seat.asked and not asked_since else reasons.GONE


FILLED = gettext_lazy("Your table has filled up, and the game has started.")


def started(table: Seen) -> str:
    """Return that the site has started a game, and for which contest."""
    occasion = providers.occasion(table.game)
    if occasion is None:
        return _("A game has started and is waiting for you.")
    return _("A game has started and is waiting for you: %(about)s.") % {"about": occasion.text}


@register
class YourTurn(AwaitedAnswer):
    """A turn of the user has begun."""

    key = "turn"
    topic = Topic("turn", gettext_lazy("it is my turn"))

    def headline(self, table: Seen, at: datetime) -> str:
        """Return that it is the user's turn; at the start of a contest's game, what it is for."""
        if self.notification.seq == 0 and table.game.occasion:
            return started(table)
        return self.after_start(_("It is your turn."))


@register
class QuestionInTurn(AwaitedAnswer):
    """The engine asks the user in a turn of the other side."""

    key = "question"
    topic = Topic("question", gettext_lazy("a question for me in the other side's turn"))

    def headline(self, table: Seen, at: datetime) -> str:
        """Return that there is a question; at the start of a contest's game, what it is for."""
        if self.notification.seq == 0 and table.game.occasion:
            return started(table)
        return self.after_start(_("There is a question for you."))


@register
class AskedAnew(AwaitedAnswer):
    """What the user had drafted or confirmed is void, and there still is something to answer."""

    key = "again"
    topic = YourTurn.topic

    def headline(self, table: Seen, at: datetime) -> str:
        """Return what became void, and what the user has to answer."""
        number = self.data.get("seat", table.number)
        seat = next(seat for seat in table.seats if seat.number == number)
        anew = _("It is your turn.") if self.data["own_turn"] else _("There is a question for you.")
        return f"{void_words(self.data['void'], seat, table.seats)} {anew}"


@register
class TurnOvertaken(RunningGame):
    """A turn that the user had confirmed was not played, as a teammate's answer came first."""

    key = "overtaken"
    topic = YourTurn.topic

    def headline(self, table: Seen, at: datetime) -> str:
        """Return that it was not played."""
        seat = next(seat for seat in table.seats if seat.number == self.data["seat"])
        return void_words(Void.TURN, seat, table.seats)


@register
class TimeRunsShort(AwaitedAnswer):
    """An alarm: only `share` per cent of the user's time are left."""

    key = "time"
    topic = TIME
    mail_waits = False

    def label(self) -> str:
        """Return how much time was left."""
        return _("%(share)d %% of your time was left") % {"share": self.data["share"]}

    def stale(self) -> str:
        """Return what has become of the turn, or that a later alarm of it has sounded."""
        if over := super().stale():
            return over
        same_turn = f"{self.notification.key.rpartition(' ')[0]} "
        later = Notification.objects.filter(
            user=self.notification.user_id, game=self.game.pk, pk__gt=self.notification.pk
        )
        superseded = later.filter(key__startswith=same_turn).exists()
        return reasons.GONE if self.game.deadline is None or superseded else ""

    def headline(self, table: Seen, at: datetime) -> str:
        """Return how much time is left."""
        return _("%(share)d %% of your time is left.") % {"share": self.share_left(table, at)}

    def share_left(self, table: Seen, at: datetime) -> int:
        """Return how much of the player's time is left at a moment, in per cent.

        The alarm may have waited for the end of the quiet hours, or for a mail server.
        """
        share, game = int(self.data["share"]), table.game
        asked = [seat for seat in table.seats if seat.number == self.data.get("seat", table.number)]
        if not asked or game.clock is None:
            return share
        side = Clock.from_json(game.clock).sides[asked[0].side]
        if side.since is None or side.deadline is None:
            return share
        [week] = weeks_of(asked)
        whole_turn, left = usable(week, side.since, side.deadline), usable(week, at, side.deadline)
        return min(share, -(-100 * left // whole_turn)) if whole_turn else share


@register
class SeatAbandoned(AwaitedAnswer):
    """A teammate has let the time pass, and the user may play on for them."""

    key = "abandoned"
    topic = TIME
    mail_waits = False

    @property
    def seat(self) -> Seat | None:
        """The teammate's seat."""
        number = self.data["abandoned"]
        return next((seat for seat in self.seats if seat.number == number), None)

    def awaited_user(self, seat: Seat) -> int | None:
        """Return the absent teammate: the seat waits until another player plays on for it."""
        return seat.user_id

    def stale(self) -> str:
        """Return what has become of the seat."""
        return super().stale() or ("" if self.game.deadline is not None else reasons.GONE)

    def headline(self, table: Seen, at: datetime) -> str:
        """Return which teammate is absent."""
        absent = table.seats[self.data["abandoned"]].name
        return _("%(name)s has run out of time. You may play on for them.") % {"name": absent}


@register
class Invitation(TableNotification):
    """A player invites the user to a table."""

    key = "invitation"
    topic = Topic("invitation", gettext_lazy("an invitation"))

    def stale(self) -> str:
        """Return that the invitation is withdrawn, answered, or its table closed."""
        invited = self.notification.user_id in [seat.invited_id for seat in self.seats]
        return "" if self.game.status == Status.OPEN and invited else reasons.GONE

    def headline(self, table: Seen, at: datetime) -> str:
        """Return which player invites."""
        if table.game.creator is None:
            return _("You are invited to a game.")
        return _("%(name)s invites you to a game.") % {"name": table.game.creator.username}


@register
class TableFilled(RunningGame):
    """The last seat of the user's table is taken, and the game has started."""

    key = "accepted"
    # The first turn comes at the same moment, and is sent by mail.
    topic = Topic("accepted", gettext_lazy("my table has filled up"), mailed=False)

    def headline(self, table: Seen, at: datetime) -> str:
        """Return that the game has started."""
        return str(FILLED)


@register
class ProposalMade(RunningGame):
    """The other side proposes a pause, its end, or another pace."""

    key = "proposal"
    topic = Topic("proposal", gettext_lazy("a proposal: pause, resume, pace"))

    def stale(self) -> str:
        """Return that the game is over, or the proposal withdrawn or settled."""
        if over := super().stale():
            return over
        stands = Proposal.objects.filter(pk=self.data["proposal"]).exists()
        return "" if stands else reasons.GONE

    def headline(self, table: Seen, at: datetime) -> str:
        """Return who proposes what."""
        proposal = Proposal.objects.filter(pk=self.data["proposal"]).first()
        if proposal is None:
            return _("There was a proposal. It has been withdrawn or settled.")
        names = " & ".join(seat.name for seat in table.seats if seat.side == proposal.side)
        words = {"names": names, "pace": time_words.pace(proposal.pace)}
        match proposal.kind:
            case ProposalKind.PAUSE:
                return _("%(names)s proposes to pause the game.") % words
            case ProposalKind.RESUME:
                return _("%(names)s proposes to go on with the game.") % words
        return _("%(names)s proposes another pace: %(pace)s.") % words


@register
class GameIsOver(TableNotification):
    """A game of the user is over."""

    key = "over"
    topic = Topic("over", gettext_lazy("a game is over"))

    def headline(self, table: Seen, at: datetime) -> str:
        """Return how it ended."""
        return outcome_sentence(table.game, table.seats, table.number)


@register
class TalkMessage(TableNotification):
    """A player has written in the talk of a table."""

    key = "talk"
    topic = Topic("talk", gettext_lazy("talk at my table"), chatty=True)
    in_digest = False

    @cached_property
    def message(self) -> Message | None:
        """The message, unless a moderator has hidden it or the user blocks its author."""
        visible = Message.objects.filter(pk=self.data["message"], hidden=False)
        return visible.exclude(author__blocked_by__user=self.notification.user_id).first()

    def stale(self) -> str:
        """Return that the user has muted the talk, or can't read the message any more."""
        if self.own_seat is not None and self.own_seat.talk_muted:
            return reasons.MUTED
        return "" if self.message else reasons.GONE

    def headline(self, table: Seen, at: datetime) -> str:
        """Return the message and its author."""
        if self.message is None:
            return _("A player has written at your table.")
        return _("%(name)s writes: %(text)s") % {
            "name": self.message.author or "—",
            "text": self.message.text,
        }


@register
class ChannelTest(PageNotification):
    """A test of a channel, or of one address, that the user has asked for."""

    key = "test"
    topic = Topic("test", gettext_lazy("a test"))
    in_digest = False
    requested = True

    def words(self) -> PageText:
        """Return that the channel works."""
        return PageText(_("A test"), _("It works: this is your test."), reverse("notifications"))

    def link(self) -> str:
        """Return the text of the link to the settings."""
        return _("Your notifications")
