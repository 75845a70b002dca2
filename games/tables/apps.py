from django.apps import AppConfig

from common.navigation import Insert


class TablesConfig(AppConfig):
    name = "games.tables"
    inserts = (
        Insert("banner", "tables/_banner.html"),
        Insert("head", "tables/_icon.html"),
        Insert("time_preferences", "tables/time/_vacation_link.html"),
    )
