from django.apps import AppConfig

from common.navigation import Insert


class PushConfig(AppConfig):
    name = "games.notifications.push"
    label = "notifications_push"
    inserts = (Insert("notification_channels", "notifications/push/_settings.html"),)
    optional_urls = ("push_unsubscribe",)
