"""The public chat of a table: messages, reports of them, and muting it."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables import publishing
from games.tables.models import Game, Message, Report, Seat
from games.tables.seats import seat_of, shares_a_sealed_deal
from games.talk.announcements import MessageWritten, message_written

MOST_A_MINUTE = 6


def say(user: User, game_id: int, text: str, now: datetime | None = None) -> Message:
    """Post a chat message of a player at a table; raises `Refused`."""
    text = " ".join(text.split())
    if not text:
        raise Refused(_("Write a message first."), 422)
    if len(text) > 500:
        raise Refused(_("Messages can have up to 500 characters."), 422)
    now = now or timezone.now()
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if user.is_guest:
            raise Refused(_("Sign up to chat."), 403)
        seats = list(game.seats.select_related("user"))
        if user.pk not in [seat.user_id for seat in seats]:
            raise Refused(_("Only the players at this table can chat."), 403)
        if shares_a_sealed_deal(user, seats):
            sentence = _("Players of the same deal can't chat before it is over at all its tables.")
            raise Refused(sentence, 403)
        lately = now - timedelta(minutes=1)
        if Message.objects.filter(author=user, at__gt=lately).count() >= MOST_A_MINUTE:
            raise Refused(_("You're sending messages too fast. Wait a minute."), 429)
        message = Message.objects.create(game=game, author=user, text=text, at=now)
        blocking = set(user.blocked_by.values_list("user", flat=True))
        readers = [
            seat
            for seat in seats
            if seat.user_id != user.pk and seat.user_id not in blocking and not seat.talk_muted
        ]
        message_written.send(MessageWritten(game, message, readers, now))
        game.has_chat = True
        publishing.table_changed(game, ["has_chat"])
    return message


def report(user: User, message_id: int) -> Report:
    """Report a chat message; a second report by the same user changes nothing."""
    if user.is_guest:
        raise Refused(_("Sign up to report messages."), 403)
    message = Message.objects.get(pk=message_id)
    if message.author_id == user.pk:
        raise Refused(_("You can't report your own message."), 422)
    message_report, _created = Report.objects.get_or_create(message=message, reporter=user)
    return message_report


def settle(report: Report, hidden: bool) -> None:
    """Hide or keep a reported message, and close all reports of it."""
    with transaction.atomic():
        set_hidden(report.message, hidden)
        open_reports = Report.objects.filter(message_id=report.message_id, settled_at=None)
        open_reports.update(settled_at=timezone.now())


def set_hidden(message: Message, hidden: bool) -> None:
    """Hide a message, or show it again."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=message.game_id)
        Message.objects.filter(pk=message.pk).update(hidden=hidden)
        publishing.table_changed(game)


def mute(user: User, game_id: int, muted: bool) -> None:
    """Hide the chat of a table from a player, or show it again; raises `Refused`."""
    seat = seat_of(user, list(Seat.objects.filter(game=game_id)))
    seat.talk_muted = muted
    seat.save(update_fields=["talk_muted"])
