from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.navigation import StartLink


class MatchmakingConfig(AppConfig):
    name = "games.matchmaking"
    start_link = StartLink(
        "find",
        _("Find a game"),
        _("The site looks for an opponent, and opens a table only if no one is waiting."),
    )
