from django.apps import AppConfig

from common.navigation import Insert


class PagesConfig(AppConfig):
    name = "games.pages"
    indexed_pages = ("home", "lobby", "watch")
    inserts = (
        Insert("announcements", "pages/_announcements.html"),
        Insert("bottom_bar", "pages/_bottom_bar.html"),
        Insert("header", "pages/_header.html"),
    )
    optional_urls = ("compare", "lobby", "profile")
