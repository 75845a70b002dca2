from django.apps import AppConfig

from common.navigation import Insert


class FeedsConfig(AppConfig):
    name = "games.notifications.feeds"
    label = "notifications_feeds"
    inserts = (Insert("notification_settings", "notifications/feeds/_settings.html"),)
