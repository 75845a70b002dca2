"""Following: the players that a user has marked as friends."""

from django.utils.translation import gettext as _

from accounts.models import Follow, User
from common.refusals import Refused

MOST = 300


def follow(user: User, player: User, wanted: bool) -> None:
    """Follow or unfollow a player; idempotent. Raises `Refused`: 403, 422, 429."""
    if not wanted:
        Follow.objects.filter(user=user, followed=player).delete()
        return
    if user.is_guest:
        raise Refused(_("Sign up to follow players."), 403)
    if user == player or player.is_guest:
        raise Refused(_("You can only follow other players who have an account."), 422)
    if user.follows.count() >= MOST:
        raise Refused(_("You already follow 300 players. Unfollow one of them first."), 429)
    Follow.objects.get_or_create(user=user, followed=player)
