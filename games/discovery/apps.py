from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from common.navigation import Insert


class DiscoveryConfig(AppConfig):
    name = "games.discovery"
    inserts = (Insert("head", "discovery/_head.html"),)
    optional_urls = ("player_picture", "puzzle_picture", "sitemap")

    def ready(self) -> None:
        """Import what registers the sections of the sitemap of every app."""
        autodiscover_modules("sitemap")
