"""Formatting of points, round names and durations in the current language."""

from django.utils.translation import gettext as _

from games.clock import Pace
from games.tables import time_words
from games.tournaments.models import Tournament, TournamentKind

TURNS = 25
"""Typical number of turns per side in a game."""
_PARTS = {0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def points(number: float) -> str:
    """Return points as players write them: 2½."""
    whole = int(number)
    part = _PARTS[number - whole]
    return part if part and not whole else f"{whole}{part}"


def round_name(tournament: Tournament, number: int) -> str:
    """Return the name of a round; in a knock-out by the rounds left."""
    if tournament.kind == TournamentKind.KNOCKOUT and tournament.rounds:
        match tournament.rounds - number:
            case 0:
                return _("Final")
            case 1:
                return _("Semi-finals")
            case 2:
                return _("Quarter-finals")
    return _("Round %(n)d") % {"n": number}


def longest(tournament: Tournament) -> str:
    """Return about how long a game takes if both sides use all their time."""
    pace = Pace.from_json(tournament.pace)
    whole_turns = pace.start == pace.increment == pace.most
    seconds = 2 * (TURNS * pace.increment + (0 if whole_turns else pace.start))
    return time_words.span(seconds)
