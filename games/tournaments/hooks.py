"""What the rest of the site asks of tournaments: called by `games.contests`."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.tables.notices import News
from games.tournaments.models import Stage, Tournament
from games.tournaments.words import round_name

SOON = timedelta(days=3)


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words, in the language of this moment."""
    tournament = Tournament.objects.filter(pk=data["tournament"]).first()
    if tournament is None:
        return News(_("Tournament"), _("This tournament is gone."), "/tournaments/")
    match data["about"]:
        case "bye":
            said = _("%(round)s: you have a bye, which counts as a win.")
            text = said % {"round": round_name(tournament, data["round"])}
        case "cancelled":
            text = _("The tournament has been called off.")
        case _over:
            text = _("The tournament is over. Your place: %(place)d.") % {"place": data["place"]}
    return News(tournament.title, text, tournament.get_absolute_url())


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more: a bye once its round is over."""
    if data["about"] != "bye":
        return not Tournament.objects.filter(pk=data["tournament"]).exists()
    rows = Tournament.objects.filter(pk=data["tournament"], stage=Stage.RUNNING)
    return not rows.filter(all_rounds__number=data["round"], all_rounds__over_at=None).exists()
