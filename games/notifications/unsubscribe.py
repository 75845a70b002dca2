"""Stopping mails from a mail: by its reader, or by their mail program for them (RFC 8058)."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.notifications.models import Channel, Digest, Happening, NudgeSettings
from games.notifications.policy import wanted
from games.notifications.preferences import settings_of

DIGEST = "digest"
"""The daily or weekly summary, beside the rows of the matrix."""
EVERYTHING = (*Happening.values, DIGEST)


def stop(user: User, whats: Iterable[str]) -> None:
    """Stop the mails of some kinds; those that are stopped already stay so."""
    with transaction.atomic():
        NudgeSettings.objects.get_or_create(user_id=user.pk)
        kept = NudgeSettings.objects.select_for_update().get(user=user)
        for what in whats:
            if what == DIGEST:
                kept.digest = Digest.NONE
            elif what in Happening.values:
                kept.matrix = {
                    **kept.matrix,
                    what: {**kept.matrix.get(what, {}), Channel.MAIL: False},
                }
        kept.save(update_fields=["matrix", "digest"])


def are_stopped(user: User, whats: Collection[str]) -> bool:
    """Whether a user gets none of these mails."""
    kept = settings_of(user)
    mails = (wanted(Happening(w), Channel.MAIL, kept.matrix) for w in whats if w != DIGEST)
    return not any(mails) and not (DIGEST in whats and kept.digest)


def names_of(whats: Iterable[str]) -> list[str]:
    """Return the kinds of mails in words."""
    words = {DIGEST: _("the daily or weekly summary"), **dict(Happening.choices)}
    return [str(words[what]) for what in whats if what in words]
