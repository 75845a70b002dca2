"""Addresses of a moment: its place in the replay, its pictures, and the page that shares it."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.tables.providers import PageLine, ReplayMoment


def moment_path(pk: int, seq: int, token: str = "", name: str = "replay_at") -> str:
    """Return an address of a moment, with the table's token for a viewer who came by its link."""
    if token:
        return reverse(f"{name}_by_link", args=[pk, token, seq])
    return reverse(name, args=[pk, seq])


def share_links(moment: ReplayMoment) -> list[PageLine]:
    """Return the link to the page that shares a moment, in the view that its viewer chose."""
    path = moment_path(moment.game.pk, moment.seq, moment.token, "share_moment")
    text = _("Share this moment as a picture or as text")
    return [PageLine(text, f"{path}{moment.query}", do=_("Share"))]
