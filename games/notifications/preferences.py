"""How users want to be notified, as the rows say."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower

from accounts.models import User
from common.prepared import PreparedQuery
from games.notifications.channels import Channel, channels
from games.notifications.models import BadAddress, NotificationSettings
from games.notifications.policy import Wishes
from games.tables.models import Game, NotificationLevel, Seat


def _user(pk: Combinable, game: Combinable) -> QuerySet[Any, Any]:
    """Return a user with the settings, the level of a game, and what each channel needs."""
    mine = {"user": OuterRef("pk")}
    verified = {"email__iexact": OuterRef("email"), "verified": True}
    levels = Seat.objects.filter(**mine, game=game).values("notifications")
    return (
        User.objects.filter(pk=pk)
        .select_related("notification_settings")
        .annotate(
            **{_reached(channel): channel.reached() for channel in channels()},
            confirmed=Exists(EmailAddress.objects.filter(**mine, **verified)),
            bad=Exists(BadAddress.objects.filter(address=Lower(OuterRef("email")))),
            level=Subquery(levels[:1]),
        )
    )


def _reached(channel: Channel) -> str:
    return f"reached_by_{channel.key}"


USER = PreparedQuery(_user, pk=BigIntegerField(), game=BigIntegerField())


def settings_of(user: User) -> NotificationSettings:
    """Return the settings of a user; the defaults, not saved, if there are none."""
    try:
        return user.notification_settings
    except NotificationSettings.DoesNotExist:
        return NotificationSettings(user=user)


def locked_settings(user: User) -> NotificationSettings:
    """Lock the settings of a user in a transaction, and return them as they are now.

    They are written first if there are none. `settings_of` returns them for this `user`, too.
    """
    NotificationSettings.objects.get_or_create(user=user)
    user.notification_settings = NotificationSettings.objects.select_for_update().get(user=user)
    return user.notification_settings


def wishes_of(user_id: int, game: Game | None) -> Wishes:
    """Return how a user wants to hear of a game, in one query."""
    user = USER.get(pk=user_id, game=0 if game is None else game.pk)
    kept = settings_of(user)
    quiet = (user.sleep_from, user.sleep_to)
    if kept.quiet_from is not None and kept.quiet_to is not None:
        quiet = (kept.quiet_from, kept.quiet_to)
    return Wishes(
        zone=user.zone,
        quiet_from=quiet[0],
        quiet_to=quiet[1],
        mail_after=kept.mail_after,
        matrix=kept.matrix,
        level=NotificationLevel(user.level or NotificationLevel.NORMAL),
        live=game is not None and game.live,
        channels=tuple(channel for channel in channels() if getattr(user, _reached(channel))),
        bad_address=user.bad,
        unconfirmed=not user.confirmed,
        closed=not user.is_active,
    )
