"""The public talk at a table, and the private notes of a seat."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Message, Report, Seat
from games.services import notify
from games.services.refusals import Refused

MOST_A_MINUTE = 6


def say(user: User, game_id: int, text: str) -> Message:
    """Say something at a table one sits at; raises `Refused`."""
    text = " ".join(text.split())
    if not text:
        raise Refused(_("There is nothing to say."), 422)
    if len(text) > 500:
        raise Refused(_("That is too long: 500 characters at most."), 422)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if user.is_guest:
            raise Refused(_("Sign up to talk."), 403)
        if not game.seats.filter(user=user).exists():
            raise Refused(_("Only who plays here talks here."), 403)
        lately = timezone.now() - timedelta(minutes=1)
        if Message.objects.filter(author=user, at__gt=lately).count() >= MOST_A_MINUTE:
            raise Refused(_("Slowly, please: wait a minute."), 429)
        message = Message.objects.create(game=game, author=user, text=text)
        notify.table_changed(game)
    return message


def report(user: User, message_id: int) -> Report:
    """Object to a line of talk at a table one may see; once is enough."""
    if user.is_guest:
        raise Refused(_("Sign up to report."), 403)
    message = Message.objects.get(pk=message_id)
    if message.author_id == user.pk:
        raise Refused(_("This is your own line."), 422)
    made, _made = Report.objects.get_or_create(message=message, reporter=user)
    return made


def settle(report: Report, hidden: bool) -> None:
    """Hide the line of a report, or leave it; every report of the line is settled by that."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=report.message.game_id)
        Message.objects.filter(pk=report.message_id).update(hidden=hidden)
        open_reports = Report.objects.filter(message_id=report.message_id, settled_at=None)
        open_reports.update(settled_at=timezone.now())
        notify.table_changed(game)


def mute(seat: Seat, muted: bool) -> None:
    """Hide the talk of a table from one seat, or show it again."""
    seat.talk_muted = muted
    seat.save(update_fields=["talk_muted"])


def keep_notes(seat: Seat, notes: str) -> None:
    """Keep the private notes of a seat."""
    if len(notes) > 4000:
        raise Refused(_("Notes have 4000 characters at most."), 422)
    seat.notes = notes
    seat.save(update_fields=["notes"])
