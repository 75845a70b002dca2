from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.navigation import Insert, Tab


class LadderConfig(AppConfig):
    name = "games.ladder"
    indexed_pages = ("ladder",)
    ranked_tab = Tab("ladder", _("Ladder"))
    inserts = (Insert("home_panels", "ladder/_home_panel.html"),)
