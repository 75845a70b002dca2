from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.navigation import Tab


class RatingsConfig(AppConfig):
    name = "games.ratings"
    indexed_pages = ("leaderboard",)
    ranked_tab = Tab("leaderboard", _("Leaderboard"))
