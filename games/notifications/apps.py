from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from common.navigation import Insert


class NotificationsConfig(AppConfig):
    name = "games.notifications"
    inserts = (
        Insert("head", "notifications/_manifest.html"),
        Insert("preferences", "notifications/_preferences_link.html"),
    )
    optional_urls = (
        "latest_png",
        "latest_png_by_link",
        "moment_png",
        "moment_png_by_link",
        "notifications",
        "share_moment",
    )

    def ready(self) -> None:
        """Import what registers the channels and the kinds of every app."""
        autodiscover_modules("channel", "notifications")
