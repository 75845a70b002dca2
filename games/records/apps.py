from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "games.records"
    indexed_pages = ("open_record",)
    optional_urls = ("open_record",)
