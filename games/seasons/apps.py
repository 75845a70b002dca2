from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.navigation import Tab


class SeasonsConfig(AppConfig):
    name = "games.seasons"
    indexed_pages = ("seasons",)
    ranked_tab = Tab("seasons", _("Seasons"))
