"""A nudge in a line or two, for screens that others may see: what is public, and never a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from games.notifications import links, reasons
from games.notifications.channels import GiveUp
from games.notifications.messages import letter
from games.notifications.models import Nudge


@dataclass(frozen=True, slots=True)
class Brief:
    """What happened, and where: `url` needs its reader to be signed in."""

    nudge: Nudge
    title: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Several nudges as one."""

    title: str
    briefs: list[Brief]
    url: str

    @property
    def text(self) -> str:
        """A line each."""
        return "\n".join(f"{each.title}: {each.text}" for each in self.briefs)


def brief(nudge: Nudge, at: datetime) -> Brief:
    """Return a nudge in the language and the zone of this moment; raises `GiveUp`: gone."""
    try:
        said = letter(nudge, at)
    except Http404 as error:
        raise GiveUp(reasons.GONE) from error
    return Brief(nudge, said.title, f"{said.headline} {said.until}".strip(), said.table)


def summary(nudges: Sequence[Nudge], at: datetime) -> Summary:
    """Return several nudges in this order; raises `GiveUp` if none is of interest any more."""
    briefs = []
    for nudge in nudges:
        try:
            briefs.append(brief(nudge, at))
        except GiveUp:
            continue
    if not briefs:
        raise GiveUp(reasons.GONE)
    return Summary(_("Your games"), briefs, links.site("/"))
