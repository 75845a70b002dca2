from django.apps import AppConfig


class FairPlayConfig(AppConfig):
    name = "games.fairplay"
