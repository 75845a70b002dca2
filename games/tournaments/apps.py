from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.navigation import Tab


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    indexed_pages = ("tournaments",)
    ranked_tab = Tab("tournaments", _("Tournaments"))
