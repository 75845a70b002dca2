"""How games listen to what people do with their accounts."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.utils import timezone

from accounts.signals import session_ends, session_seen, week_changed


class GamesConfig(AppConfig):
    """Tables people play at."""

    name = "games"

    def ready(self) -> None:
        """Listen."""
        week_changed.connect(_move_deadlines, dispatch_uid="games")
        session_ends.connect(_end_push, dispatch_uid="games")
        session_seen.connect(_note_trace, dispatch_uid="games")
        user_logged_out.connect(_end_push_here, dispatch_uid="games")
        user_logged_in.connect(_begin_push_here, dispatch_uid="games")


def _move_deadlines(sender: Any, user: Any, **_more: Any) -> None:
    from games.times.absences import weeks_changed  # noqa: PLC0415 - models are not ready before

    weeks_changed(user)


def _note_trace(sender: Any, user: Any, address: str, device: str, **_more: Any) -> None:
    from games.fairplay.traces import note_trace  # noqa: PLC0415 - as above

    note_trace(user, address, device, timezone.now())


def _end_push(sender: Any, user: Any, session: Any, **_more: Any) -> None:
    from games.nudges.subscriptions import forget_browser  # noqa: PLC0415 - as above

    if user is not None:
        forget_browser(user, session)


def _end_push_here(sender: Any, request: Any, user: Any, **_more: Any) -> None:
    _end_push(sender, user, request.session)


def _begin_push_here(sender: Any, request: Any, user: Any, **_more: Any) -> None:
    from accounts.middleware import LastSeenMiddleware  # noqa: PLC0415 - as above
    from games.nudges.subscriptions import wake_browser  # noqa: PLC0415 - as above

    wake_browser(user, request.COOKIES.get(LastSeenMiddleware.DEVICE, ""), request.session)
