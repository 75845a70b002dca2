from django.apps import AppConfig

from common.navigation import Insert


class FairPlayConfig(AppConfig):
    name = "games.fairplay"
    inserts = (Insert("preferences", "fairplay/_preferences_link.html"),)
    optional_urls = ("report_player",)
