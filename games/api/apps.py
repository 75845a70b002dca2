from django.apps import AppConfig

from accounts.navigation import Insert


class ApiConfig(AppConfig):
    name = "games.api"
    inserts = (Insert("preferences", "api/_link.html"),)
