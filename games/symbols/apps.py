from django.apps import AppConfig


class SymbolsConfig(AppConfig):
    name = "games.symbols"
    indexed_pages = ("symbols", "symbols_cards")
