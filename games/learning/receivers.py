"""What learning answers to tables."""

from django.utils.translation import gettext as _

from games.tables import providers
from games.tables.models import Game, Seat


@providers.advice.provider
def advice(game: Game, own: Seat, kind: str) -> str:
    """Return advice on the mulligan of a player's first game."""
    if kind != "mulligan" or game.pk is None or own.user_id is None:
        return ""
    if Seat.objects.filter(user=own.user_id).exclude(game=game).exists():
        return ""
    return _(
        "Keep cards that cost little and agents of the same planet: each makes the next one"
        " cheaper. You start with 12 credits, so put away what costs most of them. If you are not"
        " sure, keep all."
    )
