from django.apps import AppConfig

from common.navigation import Insert


class LearningConfig(AppConfig):
    name = "games.learning"
    indexed_pages = ("rules", "learn")
    inserts = (
        Insert("first_steps", "learning/_first_step.html"),
        Insert("landing_start", "learning/_landing_start.html"),
    )
    optional_urls = ("rules", "table_help")
