"""Titles and paths of ladder pages."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.ratings.models import Pool


def title(pool: str) -> str:
    """Return the name of a ladder."""
    return _("The live ladder") if pool == Pool.LIVE else _("The ladder")


def page(pool: str) -> str:
    """Return the path of a ladder's page."""
    return reverse("ladder_of", args=[pool])
