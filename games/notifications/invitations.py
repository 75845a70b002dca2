"""Limits of invitations: each may be a mail."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications.models import Notification
from games.notifications.notifications import Invitation

MOST_INVITATIONS_A_DAY = 50
"""From one player."""
MOST_TO_ONE_A_DAY, MOST_OF_ONE_A_DAY = 5, 20
"""From one player to another, and to one player from all others."""


def refuse_invitations(creator: User, people: Sequence[User], now: datetime) -> None:
    """Raise `Refused` if a player invites too often; the caller has locked their row."""
    today = Notification.objects.filter(kind=Invitation.key, at__gt=now - timedelta(days=1))
    own = today.filter(game__creator=creator)
    if people and own.count() + len(people) > MOST_INVITATIONS_A_DAY:
        raise Refused(_("That is enough invitations for today. Try again tomorrow."), 429)
    for person in people:
        to_them = today.filter(user=person)
        if (
            own.filter(user=person).count() >= MOST_TO_ONE_A_DAY
            or to_them.count() >= MOST_OF_ONE_A_DAY
        ):
            sentence = _("%(name)s has enough invitations for today. Try again tomorrow.")
            raise Refused(sentence % {"name": person.username}, 429)
