"""People."""

from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    """How the pages look."""

    AUTO = "auto", _("As the system")
    DARK = "dark", _("Dark")
    LIGHT = "light", _("Light")


class User(AbstractUser):
    """Somebody who plays: a player with an account, or a guest without one."""

    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.AUTO)
    turn_mails = models.BooleanField(_("a mail when it is my turn"), default=True)
    about = models.CharField(_("about me"), max_length=300, blank=True)

    class Meta:
        """A name is taken whatever its capitals."""

        constraints = (models.UniqueConstraint(Lower("username"), name="accounts_user_name_once"),)

    def __str__(self) -> str:
        return self.username

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.time_zone)
