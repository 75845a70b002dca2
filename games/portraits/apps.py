from django.apps import AppConfig

from common.navigation import Insert


class PortraitsConfig(AppConfig):
    name = "games.portraits"
    inserts = (
        Insert("emblem", "portraits/_emblem.html"),
        Insert("profile_preferences", "portraits/_preference.html"),
    )
