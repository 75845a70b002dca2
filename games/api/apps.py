from django.apps import AppConfig

from common.navigation import Insert


class ApiConfig(AppConfig):
    name = "games.api"
    indexed_pages = ("api", "bots")
    optional_urls = ("api",)
    inserts = (Insert("preferences", "api/_link.html"),)
