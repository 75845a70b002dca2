"""Unsubscribing from mails by a link in them, or by the button of a mail program (RFC 8058)."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.notifications.channels import MAIL, channel_of
from games.notifications.kinds import topics
from games.notifications.models import Digest
from games.notifications.policy import wanted
from games.notifications.preferences import locked_settings, settings_of

DIGEST = "digest"
"""The daily or weekly digest, as a topic beside the rows of the settings."""


def every_topic() -> list[str]:
    """Return the keys of all mails that can be stopped."""
    return [*(topic.key for topic in topics()), DIGEST]


def stop(user: User, keys: Iterable[str]) -> None:
    """Stop the mails of some topics; those that are stopped already stay so."""
    known = {topic.key for topic in topics()}
    with transaction.atomic():
        kept = locked_settings(user)
        for key in keys:
            if key == DIGEST:
                kept.digest = Digest.NONE
            elif key in known:
                row = {**kept.matrix.get(key, {}), MAIL: False}
                kept.matrix = {**kept.matrix, key: row}
        kept.save(update_fields=["matrix", "digest"])


def are_stopped(user: User, keys: Collection[str]) -> bool:
    """Whether a user gets none of these mails."""
    kept = settings_of(user)
    asked = [topic for topic in topics() if topic.key in keys]
    mails = (wanted(topic, channel_of(MAIL), kept.matrix) for topic in asked)
    return not any(mails) and not (DIGEST in keys and kept.digest)


def labels_of(keys: Iterable[str]) -> list[str]:
    """Return the topics of mails in words."""
    words = {topic.key: str(topic.label) for topic in topics()}
    words[DIGEST] = _("the daily or weekly digest")
    return [words[key] for key in keys if key in words]
