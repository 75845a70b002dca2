"""Notifications in one or two lines, for screens that others may see: never a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from games.notifications import links, reasons
from games.notifications.channels import GiveUp
from games.notifications.messages import letter
from games.notifications.models import Notification


@dataclass(frozen=True, slots=True)
class Brief:
    """What happened, and where: `url` needs its reader to be signed in."""

    notification: Notification
    title: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Several notifications as one."""

    title: str
    briefs: list[Brief]
    url: str

    @property
    def text(self) -> str:
        """A line each."""
        return "\n".join(f"{each.title}: {each.text}" for each in self.briefs)


def brief(notification: Notification, at: datetime) -> Brief:
    """Return a notification in the language and the zone of this moment; raises `GiveUp`: gone."""
    try:
        said = letter(notification, at)
    except Http404 as error:
        raise GiveUp(reasons.GONE) from error
    return Brief(notification, said.title, f"{said.headline} {said.until}".strip(), said.table)


def summary(notifications: Sequence[Notification], at: datetime) -> Summary:
    """Return several notifications in this order; raises `GiveUp` if all of them are stale."""
    briefs = []
    for notification in notifications:
        try:
            briefs.append(brief(notification, at))
        except GiveUp:
            continue
    if not briefs:
        raise GiveUp(reasons.GONE)
    return Summary(_("Your games"), briefs, links.site("/"))
