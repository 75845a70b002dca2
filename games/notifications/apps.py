from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NotificationsConfig(AppConfig):
    name = "games.notifications"

    def ready(self) -> None:
        """Import the `notifications.py` of every app, which registers its kinds."""
        autodiscover_modules("notifications")
