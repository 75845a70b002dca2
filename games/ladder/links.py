"""Titles and paths of ladder pages."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.ladder.models import Rung
from games.ratings.models import Pool


def title(pool: str) -> str:
    """Return the name of a ladder."""
    return _("The live ladder") if pool == Pool.LIVE else _("The ladder")


def member(rung: Rung) -> str:
    """Return the path of a member's page; empty for a player whose account is gone."""
    if rung.bot:
        return reverse("ladder_bot", args=[rung.ladder_id, rung.bot])
    return reverse("ladder_member", args=[rung.ladder_id, rung.user.username]) if rung.user else ""


def challenge(rung: Rung) -> str:
    """Return the path of the page on which a member is challenged."""
    return f"{member(rung)}challenge/"


def page(pool: str) -> str:
    """Return the path of a ladder's page."""
    return reverse("ladder_of", args=[pool])
