"""Template tag of the next cup: `{% next_cup user as tournament %}`."""

from django import template

from accounts.models import User
from games.tournaments import display
from games.tournaments.models import Tournament, TournamentStage

register = template.Library()


@register.simple_tag
def next_cup(user: User) -> Tournament | None:
    """Return the cup of the site's own that starts next, as `display.listed`."""
    enrolling = display.listed(user).filter(stage=TournamentStage.ENROLLING, host=None)
    return enrolling.exclude(starts_at=None).order_by("starts_at", "pk").first()
