"""What the rest of the site asks of fair play: see `games.contests.registry`."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.fairplay import bans
from games.fairplay.models import ModerationAction, What
from games.tables.models import Ending, Game
from games.tables.notices import News

TOLD = (What.WARN, What.BAR)
"""Of these a player is told, and can read why: of the closing of an account, by nobody."""


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of fair play in words, in the current language; raises `Http404`."""
    page = reverse("fairplay")
    match data["said"]:
        case "annulled":
            title = _("Game %(game)d is annulled") % {"game": data["table"]}
            text = _(
                "Those who run the site have annulled it. Ratings are as if it had never been"
                " played."
            )
            return News(title, text, reverse("table", args=[data["table"]]))
        case "restored":
            title = _("Game %(game)d counts again") % {"game": data["table"]}
            text = _("It was annulled by those who run the site, and they have taken that back.")
            return News(title, text, reverse("table", args=[data["table"]]))
    action = ModerationAction.objects.filter(pk=data["action"]).first()
    if action is None:
        raise Http404
    if data["said"] == "undone":
        text = _("A moderator has taken back what was decided about you: “%(why)s”")
        return News(_("Taken back"), text % {"why": action.why}, page)
    if action.what == What.BAR and action.until is not None:
        text = _("%(decision)s The moderator writes: “%(why)s”")
        text %= {"decision": bans.sentence(action.until), "why": action.why}
        return News(_("Friendly games only"), text, page)
    return News(_("A warning"), _("A moderator writes: “%(why)s”") % {"why": action.why}, page)


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification is stale: what it says was taken back before it was sent."""
    if "table" in data:
        revoked = Game.objects.filter(pk=data["table"], ending=Ending.REVOKED).exists()
        return bool(revoked != (data["said"] == "annulled"))
    action = ModerationAction.objects.filter(pk=data["action"]).first()
    if action is None:
        return True
    return bool((action.undone_at is not None) != (data["said"] == "undone"))
