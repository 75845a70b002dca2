from django.apps import AppConfig

from common.navigation import Insert


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"
    indexed_pages = ("puzzles",)
    inserts = (
        Insert("home", "puzzles/_home_link.html"),
        Insert("home_panels", "puzzles/_home_panel.html"),
        Insert("landing", "puzzles/_landing_link.html"),
        Insert("learn", "puzzles/_learn.html"),
    )
