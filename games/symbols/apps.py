from django.apps import AppConfig


class SymbolsConfig(AppConfig):
    name = "games.symbols"
