"""Mail: one notification, or a summary of several, as text and HTML with pictures inside.

The mails of a game make one thread for each reader: they answer the same message, which never
was sent, and have the same subject. Every mail has a link that stops its topic (RFC 8058).
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage as Message
from email.policy import Policy, default
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.mailers import Unsure
from games.notifications import bounces, links, reasons
from games.notifications.delivery_errors import Down, GiveUp, TryLater
from games.notifications.kinds import kind_of
from games.notifications.messages import compose, compose_with_pictures
from games.notifications.models import Delivery, Notification
from games.notifications.unsubscribe import DIGEST, labels_of

NOT_THE_ADDRESS = re.compile(r"\b5\.(2\.2|7\.\d+)\b")
"""RFC 3463: the mailbox is full, or the receiving server's policy refuses the mail."""
CLOSING = 421
"""RFC 5321: the server closes the connection."""


class Mail(EmailMultiAlternatives):
    """Text and HTML; the HTML has its pictures with it, by their names."""

    pictures: Mapping[str, bytes] = {}

    def message(self, *, policy: "Policy[Any] | None" = None) -> Message:
        """Return the message as it is sent."""
        message: Message = super().message(policy=policy or default)
        html = message.get_body(("html",))
        assert isinstance(html, Message)
        for name, png in self.pictures.items():
            html.add_related(
                png, "image", "png", cid=f"<{name}>", disposition="inline", filename="table.png"
            )
        return message


def send(delivery: Delivery) -> None:
    """Send a notification to its user; raises as `Sender` says."""
    notification = delivery.notification
    user = notification.user
    try:
        with translation.override(_language(user)), timezone.override(user.zone):
            mail = notification_mail(notification, delivery.due_at)
    except Http404 as error:
        raise GiveUp(reasons.GONE) from error
    _hand_over(mail, user)


def notification_mail(notification: Notification, at: datetime) -> Mail:
    """Return the mail of a notification, in the language and the zone of this moment."""
    text = compose_with_pictures(notification, at)
    topics = [kind_of(notification).topic.key]
    names = {which: f"{which}.{notification.pk}@{_host()}" for which in ("now", "before")}
    context = {"message": text, "preview": f"{text.headline} {text.until}", "names": names}
    mail = _mail(notification.user, text.title, "notification", context, topics)
    pictures = {names["now"]: text.now, names["before"]: text.before}
    mail.pictures = {
        name: picture.png() for name, picture in pictures.items() if picture is not None
    }
    mail.extra_headers["Message-ID"] = _id(f"notification.{notification.pk}")
    if notification.game_id is not None:
        thread = _id(f"game.{notification.game_id}.{notification.user_id}")
        mail.extra_headers |= {"In-Reply-To": thread, "References": thread}
    return mail


def send_digest(user: User, notifications: Sequence[Notification], now: datetime) -> None:
    """Send several notifications as one mail, in this order; raises as `Sender` says.

    Its link stops the topics that are in it.
    """
    # Sent again, it has the same name, also if some of them have been settled meanwhile.
    pressing = [notification.pk for notification in notifications if kind_of(notification).pressing]
    first = min(pressing or [notification.pk for notification in notifications])
    _send_several(user, notifications, now, f"digest.{first}")


class LeftOut(NamedTuple):
    """How many open turns and how many news a digest does not list."""

    turns: int = 0
    news: int = 0


def send_summary(
    user: User,
    notifications: Sequence[Notification],
    now: datetime,
    left_out: LeftOut = LeftOut(),  # noqa: B008 - a tuple of numbers
) -> None:
    """Send the daily or weekly digest, which is a topic of its own."""
    name = f"summary.{user.pk}.{int(now.timestamp())}"
    _send_several(user, notifications, now, name, [DIGEST], left_out)


def _send_several(
    user: User,
    notifications: Sequence[Notification],
    now: datetime,
    name: str,
    topics: Sequence[str] = (),
    left_out: LeftOut = LeftOut(),  # noqa: B008 - a tuple of numbers
) -> None:
    with translation.override(_language(user)), timezone.override(user.zone):
        mail = digest_mail(user, notifications, now, topics, left_out)
    mail.extra_headers["Message-ID"] = _id(name)
    _hand_over(mail, user)


def digest_mail(
    user: User,
    notifications: Sequence[Notification],
    now: datetime,
    topics: Sequence[str] = (),
    left_out: LeftOut = LeftOut(),  # noqa: B008 - a tuple of numbers
) -> Mail:
    """Return several notifications as one mail, in the language and the zone of this moment.

    `topics`: the topics that its link stops; by default those of the notifications. Raises `GiveUp`
    if the reader has left all of their tables.
    """
    messages, inside = [], set()
    for notification in notifications:
        try:
            messages.append(compose(notification, now))
        except Http404:
            continue
        inside.add(kind_of(notification).topic.key)
    if not messages:
        raise GiveUp(reasons.GONE)
    waiting = len({message.table for message in messages if message.asks}) + left_out.turns
    subject = _("Your games")
    if waiting:
        subject = ngettext("%(n)d game waits for you", "%(n)d games wait for you", waiting)
    stopped = topics or sorted(inside)
    context = {"messages": messages, "left_out": left_out}
    return _mail(user, subject % {"n": waiting}, "digest", context, stopped)


def _mail(
    user: User, subject: str, name: str, more: Mapping[str, object], topics: Sequence[str]
) -> Mail:
    stop = links.to_stop(user, topics)
    context = {
        "user": user,
        "stop": stop,
        "topics": labels_of(topics),
        "site": links.site("/"),
        "notifications": links.site(reverse("notifications")),
        "history": links.site(reverse("notification_history")),
        **more,
    }
    mail = Mail(
        subject=subject,
        body=render_to_string(f"notifications/mails/{name}.txt", context),
        to=[user.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Feedback-ID": f"{name}:{topics[0]}:{_host()}",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(
        render_to_string(f"notifications/mails/{name}.html", context), "text/html"
    )
    return mail


def _hand_over(mail: Mail, user: User) -> None:
    """Give a mail to the mail server, and read from its answer what that means."""
    if not user.email or bounces.is_bad(user.email):
        raise GiveUp(reasons.BAD_ADDRESS if user.email else reasons.NO_ADDRESS)
    try:
        mail.send()
    except ValueError as error:  # the address can't be written in a mail
        raise GiveUp(reasons.BAD_ADDRESS, str(error)) from error
    except Unsure:
        raise
    except SMTPRecipientsRefused as error:
        code, answer = next(iter(error.recipients.values()))
        reply = _said(code, answer)
        if code == CLOSING:
            raise Down(reply) from error
        if code < 500 or NOT_THE_ADDRESS.search(reply):
            raise TryLater(reply) from error
        bounces.note_bad(user.email, bounces.BOUNCE, reply)
        raise GiveUp(reasons.BAD_ADDRESS, reply) from error
    except SMTPDataError as error:
        reply = _said(error.smtp_code, error.smtp_error)
        if error.smtp_code >= 500:
            raise GiveUp(reasons.REFUSED, reply) from error
        raise (Down if error.smtp_code == CLOSING else TryLater)(reply) from error
    except SMTPResponseException as error:  # before anything was said about the reader
        raise Down(_said(error.smtp_code, error.smtp_error)) from error
    except OSError as error:  # no connection, or one that broke: nothing has been sent
        raise Down(str(error)) from error


def _said(code: int, answer: bytes | str) -> str:
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return f"{code} {text}"[:200]


def _language(user: User) -> str:
    return user.reads


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _id(name: str) -> str:
    return f"<{name}@{_host()}>"
