from django.apps import AppConfig

from common.navigation import Insert


class WebhookConfig(AppConfig):
    name = "games.notifications.webhook"
    label = "notifications_webhook"
    optional_urls = ("webhook_follow",)
    inserts = (Insert("notification_channels", "notifications/webhook/_settings.html"),)
