"""Friends: whom somebody wants to see among the others."""

from django.utils.translation import gettext as _

from accounts.models import Follow, User
from accounts.refusals import Refused

MOST = 300


def follow(user: User, player: User, wanted: bool) -> None:
    """Follow a player, or no longer; twice is once. Raises `Refused`: 403, 422, 429."""
    if not wanted:
        Follow.objects.filter(user=user, followed=player).delete()
        return
    if user.is_guest:
        raise Refused(_("Sign up to have friends here."), 403)
    if user == player or player.is_guest:
        raise Refused(_("You can follow players with an account, and not yourself."), 422)
    if user.follows.count() >= MOST:
        raise Refused(_("You follow 300 players already: leave one of them first."), 429)
    Follow.objects.get_or_create(user=user, followed=player)
