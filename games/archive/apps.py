from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "games.archive"
    indexed_pages = ("data",)
    optional_urls = ("data",)
