"""How games listen to what people do with their accounts."""

from typing import Any

from django.apps import AppConfig

from accounts.signals import week_changed


class GamesConfig(AppConfig):
    """Tables people play at."""

    name = "games"

    def ready(self) -> None:
        """Listen."""
        week_changed.connect(_move_deadlines, dispatch_uid="games")


def _move_deadlines(sender: Any, user: Any, **_more: Any) -> None:
    from games.times.absences import weeks_changed  # noqa: PLC0415 - models are not ready before

    weeks_changed(user)
