from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from accounts.navigation import Insert


class NotificationsConfig(AppConfig):
    name = "games.notifications"
    inserts = (
        Insert("head", "notifications/_manifest.html"),
        Insert("preferences", "notifications/_preferences_link.html"),
    )
    optional_urls = ("notifications", "push_unsubscribe", "share_moment")

    def ready(self) -> None:
        """Import the `notifications.py` of every app, which registers its kinds."""
        autodiscover_modules("notifications")
