"""What notifications do when others announce something."""

from allauth.account.models import EmailAddress

from accounts.signals import (
    AccountDeleting,
    AccountExported,
    account_deleting,
    account_exported,
)
from common.announcements import Order
from games.lobby import announcements as lobby
from games.notifications import bounces, clock_changes, closed_tables
from games.notifications.export import export
from games.notifications.invitations import refuse_invitations
from games.notifications.moments import share_links
from games.notifications.notifications import (
    AskedAnew,
    AwaitedAnswer,
    GameIsOver,
    Invitation,
    ProposalMade,
    QuestionInTurn,
    SeatAbandoned,
    TalkMessage,
    TurnOvertaken,
    YourTurn,
)
from games.notifications.record import note
from games.notifications.table_starts import note_filled
from games.tables import announcements as tables
from games.tables import providers
from games.talk.announcements import MessageWritten, message_written

providers.refuse_invitations.provider(refuse_invitations)
providers.moment_links.provider(share_links)


@lobby.invited.receiver(Order.NOTIFICATIONS)
def note_invitation(event: lobby.Invited) -> None:
    """Tell a player of an invitation."""
    game = event.seat.game
    note(
        event.seat.invited,
        Invitation,
        f"invitation {game.pk}",
        game,
        now=event.now,
    )


@lobby.seat_freed.receiver(Order.NOTIFICATIONS)
def note_free_seat(event: lobby.SeatFreed) -> None:
    """Tell the players who wait that another one has left the table."""
    closed_tables.note_free_seat(event)


@lobby.table_closed.receiver(Order.NOTIFICATIONS)
def note_closed_table(event: lobby.TableClosed) -> None:
    """Tell the players who waited that the table has closed."""
    closed_tables.note_closed(event)


@tables.started.receiver(Order.NOTIFICATIONS)
def note_start(event: tables.Started) -> None:
    """Tell the players who waited that the last seat is taken."""
    if event.joined is None:
        return
    for seat in event.seats:
        if seat.user != event.joined:
            note_filled(seat.user, event.game, event.now)


@tables.asked.receiver(Order.NOTIFICATIONS)
def note_turn(event: tables.Asked) -> None:
    """Tell the player who answers for a seat that it has to answer, but for a standing answer."""
    if event.seat.is_standing_answer:
        return
    kind: type[AwaitedAnswer] = YourTurn if event.own_turn else QuestionInTurn
    game, seat = event.game, event.seat
    data: dict[str, object] = {"seat": seat.number} if seat.played_by else {}
    if event.void:
        kind = AskedAnew
        data |= {"void": event.void, "own_turn": event.own_turn}
    key = f"{kind.key} {game.pk} {game.seq}"
    note(seat.player, kind, key, game, game.seq, now=event.now, **data)


@tables.clock_changed.receiver(Order.NOTIFICATIONS)
def note_clock_change(event: tables.ClockChanged) -> None:
    """Tell the players that the game waits for another player, until another time or otherwise."""
    clock_changes.note_change(event)


@tables.overtaken.receiver(Order.NOTIFICATIONS)
def note_overtaken(event: tables.Overtaken) -> None:
    """Tell a player that a confirmed turn was not played."""
    game, seat = event.game, event.seat
    key = f"overtaken {game.pk} {game.seq}"
    note(seat.player, TurnOvertaken, key, game, game.seq, now=event.now, seat=seat.number)


@tables.takeover_offered.receiver(Order.NOTIFICATIONS)
def note_abandoned_seat(event: tables.TakeoverOffered) -> None:
    """Tell teammates that they may play on for a seat."""
    game = event.game
    key = f"abandoned {game.pk} {game.seq}"
    for mate in event.teammates:
        number = event.seat.number
        note(mate.player, SeatAbandoned, key, game, game.seq, now=event.now, abandoned=number)


@tables.proposed.receiver(Order.NOTIFICATIONS)
def note_proposal(event: tables.Proposed) -> None:
    """Tell the other side of a proposal."""
    game, proposal = event.game, event.proposal.pk
    key = f"proposal {game.pk} {proposal}"
    for seat in event.others:
        kind = ProposalMade
        note(seat.player, kind, key, game, game.seq, now=event.now, proposal=proposal)


@message_written.receiver(Order.NOTIFICATIONS)
def note_message(event: MessageWritten) -> None:
    """Tell the other players of a message in the talk."""
    game, message = event.game, event.message.pk
    key = f"talk {game.pk} {message}"
    for seat in event.readers:
        note(seat.user, TalkMessage, key, game, game.seq, now=event.now, message=message)


@tables.ended.receiver(Order.NOTIFICATIONS)
def note_end(event: tables.Ended) -> None:
    """Tell the players that their game is over."""
    game = event.game
    for seat in event.seats:
        note(seat.user, GameIsOver, f"over {game.pk}", game, game.seq, now=event.now)


@account_deleting.receiver(Order.NOTIFICATIONS)
def forget_bounces(event: AccountDeleting) -> None:
    """Forget that mails to the user's addresses came back."""
    for address in EmailAddress.objects.filter(user=event.user, verified=True):
        bounces.trust(address.email)


@account_exported.receiver(Order.NOTIFICATIONS)
def export_notifications(event: AccountExported) -> None:
    """Export settings, addresses and the latest notifications."""
    event.data["notifications"] = export(event.user)
