"""What the rest of the site asks of the ladders: called by `games.contests`."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from games.ladder.models import Challenge, State
from games.ladder.words import page, title
from games.ratings.models import Pool
from games.tables.notices import News


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words, in the language of this moment.

    Raises `Http404` for a challenge that is not there any more.
    """
    about = data["about"]
    if about["said"] == "absent":
        said = _(
            "You were not on the site for 60 days, and have left the ladder. You are welcome "
            "back at the bottom whenever you like."
        )
        return News(title(about["pool"]), said, page(about["pool"]))
    people = ("challenger__user", "challenged__user")
    found = Challenge.objects.select_related(*people).filter(pk=about["challenge"]).first()
    if found is None:
        raise Http404
    return News(title(found.ladder_id), _said(found, about), page(found.ladder_id))


def _said(found: Challenge, about: Mapping[str, Any]) -> str:
    names = {
        "one": found.challenger.name,
        "two": found.challenged.name,
        "place": about["place"],
    }
    match about["said"]:
        case "challenge" if found.ladder_id == Pool.LIVE:
            return (
                _(
                    "%(one)s challenges you for place %(place)d. Accept within 3 days, at a moment "
                    "when both of you are on the site; or let it run out, and nothing happens."
                )
                % names
            )
        case "challenge":
            return (
                _(
                    "%(one)s challenges you for place %(place)d. Accept when you are ready; after "
                    "3 days the game starts by itself."
                )
                % names
            )
        case "declined":
            return _("%(two)s has declined your challenge. No place changes.") % names
        case "expired":
            return _("Your challenge to %(two)s has run out. No place changes.") % names
        case "taken":
            return _("You have taken place %(place)d from %(two)s.") % names
        case "lost":
            return _("%(one)s has taken your place: you are on place %(place)d now.") % names
        case "fell":
            return (
                _(
                    "You lost on time and fall to place %(place)d. A second time within 60 days "
                    "leads to last place."
                )
                % names
            )
    return (
        _("You lost on time for the second time within 60 days and fall to last place: %(place)d.")
        % names
    )


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more: the challenge waits no longer."""
    if data["about"]["said"] != "challenge":
        return False
    return not Challenge.objects.filter(pk=data["about"]["challenge"], state=State.WAITING).exists()
