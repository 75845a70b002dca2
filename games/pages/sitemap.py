"""The section of the sitemap with the profiles of players."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from common.indexing import IndexedPages, register
from games.ratings.leaderboard import GAMES
from games.ratings.models import Rating


@register
class ProfilePages(IndexedPages):
    """The profiles of players with enough rated games for a leaderboard."""

    route = "profile"
    variable = "player"

    def key(self, item: User) -> str:
        """Return the name of the player."""
        return item.username

    def items(self) -> QuerySet[User]:
        """Return the players."""
        played = Rating.objects.filter(user=OuterRef("pk"), games__gte=GAMES)
        players = User.objects.filter(Exists(played), is_active=True, is_guest=False)
        return players.only("username").order_by("pk")

    def wants(self, item: User) -> bool:
        """Whether the player has an account and enough games."""
        return not item.is_guest and item.ratings.filter(games__gte=GAMES).exists()
