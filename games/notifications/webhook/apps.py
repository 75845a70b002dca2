from django.apps import AppConfig

from common.navigation import Insert


class WebhookConfig(AppConfig):
    name = "games.notifications.webhook"
    label = "notifications_webhook"
    inserts = (Insert("notification_channels", "notifications/webhook/_settings.html"),)
