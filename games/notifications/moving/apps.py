from django.apps import AppConfig


class MovingConfig(AppConfig):
    name = "games.notifications.moving"
    label = "notifications_moving"
    optional_urls = ("moving",)
