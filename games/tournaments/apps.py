from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.navigation import Insert, Tab


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    indexed_pages = ("tournaments",)
    ranked_tab = Tab("tournaments", _("Tournaments"))
    inserts = (Insert("home_panels", "tournaments/_home_panel.html"),)
