from django.apps import AppConfig

from common.navigation import Insert


class ApiConfig(AppConfig):
    name = "games.api"
    optional_urls = ("api",)
    inserts = (Insert("preferences", "api/_link.html"),)
