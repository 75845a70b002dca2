"""The mail that says it is your turn: once a turn, and only if you have not seen it."""

import logging
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Status, TurnMail

SALT = "no more turn mails"
AGAIN_AFTER = timedelta(minutes=10)
"""When a mail is tried again that the mail server did not take."""

log = logging.getLogger(__name__)


def send_due_mails() -> int:
    """Send what is due and still needed; return how many were sent.

    A mail is claimed before it is sent: a crash between the two loses one mail, and never sends
    one twice. When the mail server refuses, this mail comes later, and the others in the next run.
    """
    sent = 0
    due = TurnMail.objects.filter(settled_at=None, due_at__lte=timezone.now())
    for pk in due.values_list("pk", flat=True)[:200]:
        with transaction.atomic():
            mail = (
                TurnMail.objects.select_for_update(of=("self",))
                .select_related("seat__game", "seat__user")
                .get(pk=pk)
            )
            if mail.settled_at is not None:
                continue
            needed = is_needed(mail)
            mail.settled_at = timezone.now()
            mail.sent = needed
            mail.save(update_fields=["settled_at", "sent"])
        if needed:
            try:
                send(mail)
            except (OSError, SMTPException):
                log.warning("the mail of turn %s could not be sent", mail.pk, exc_info=True)
                later = timezone.now() + AGAIN_AFTER
                TurnMail.objects.filter(pk=pk).update(settled_at=None, sent=False, due_at=later)
                return sent
            sent += 1
    return sent


def is_needed(mail: TurnMail) -> bool:
    """Whether it is still this turn, and the player wants mails and has not looked since."""
    seat, user = mail.seat, mail.seat.user
    return bool(
        user
        and user.email
        and user.is_active
        and user.turn_mails
        and seat.game.status == Status.RUNNING
        and seat.asked
        and (seat.seen_at is None or seat.asked_at is None or seat.seen_at < seat.asked_at)
    )


def send(mail: TurnMail) -> None:
    """Send one mail, text and HTML, with the headers of a one-click unsubscription (RFC 8058)."""
    user = mail.seat.user
    assert user is not None
    stop = settings.SITE_URL + reverse("unsubscribe", args=[unsubscribe_token(user)])
    with translation.override(user.language or settings.LANGUAGE_CODE):
        context = {
            "game": mail.seat.game,
            "user": user,
            "address": settings.SITE_URL + mail.seat.game.get_absolute_url(),
            "stop": stop,
            "zone": user.zone,
        }
        message = EmailMultiAlternatives(
            subject=_("Zenith: your turn in game %(game)d") % {"game": mail.seat.game_id},
            body=render_to_string("games/mails/turn.txt", context),
            to=[user.email],
            headers={
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )
        message.attach_alternative(render_to_string("games/mails/turn.html", context), "text/html")
    message.send()


def unsubscribe_token(user: User) -> str:
    """Return the signed text in a link that stops the mails of one user."""
    return signing.dumps(user.pk, salt=SALT)


def reader_of(token: str) -> User:
    """Return the user of a link; raises `BadSignature` or `User.DoesNotExist`."""
    return User.objects.get(pk=signing.loads(token, salt=SALT))


def unsubscribe(token: str) -> User:
    """Stop the mails of the user of a link; raises `BadSignature` or `User.DoesNotExist`."""
    user = reader_of(token)
    user.turn_mails = False
    user.save(update_fields=["turn_mails"])
    return user
