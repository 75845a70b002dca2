"""Stopping mails from a mail: by its reader, or by their mail program for them (RFC 8058)."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.notifications.models import Channel, Digest, NotificationKind, NotificationSettings
from games.notifications.policy import wanted
from games.notifications.preferences import settings_of

DIGEST = "digest"
"""The daily or weekly summary, beside the rows of the matrix."""
EVERYTHING = (*NotificationKind.values, DIGEST)


def stop(user: User, kinds: Iterable[str]) -> None:
    """Stop the mails of some kinds; those that are stopped already stay so."""
    with transaction.atomic():
        NotificationSettings.objects.get_or_create(user_id=user.pk)
        kept = NotificationSettings.objects.select_for_update().get(user=user)
        for kind in kinds:
            if kind == DIGEST:
                kept.digest = Digest.NONE
            elif kind in NotificationKind.values:
                kept.matrix = {
                    **kept.matrix,
                    kind: {**kept.matrix.get(kind, {}), Channel.MAIL: False},
                }
        kept.save(update_fields=["matrix", "digest"])


def are_stopped(user: User, kinds: Collection[str]) -> bool:
    """Whether a user gets none of these mails."""
    kept = settings_of(user)
    mails = (wanted(NotificationKind(w), Channel.MAIL, kept.matrix) for w in kinds if w != DIGEST)
    return not any(mails) and not (DIGEST in kinds and kept.digest)


def names_of(kinds: Iterable[str]) -> list[str]:
    """Return the kinds of mails in words."""
    words = {DIGEST: _("the daily or weekly summary"), **dict(NotificationKind.choices)}
    return [str(words[kind]) for kind in kinds if kind in words]
