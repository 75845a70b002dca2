"""Asking workers to send what is due."""

from collections.abc import Iterable

from common.queueing import queue


def wake_outbox(channels: Iterable[str]) -> None:
    """Ask a worker to send what is due on some channels; beat does anyway, a little later."""
    for channel in channels:
        queue("games.notifications.tasks.send_notifications", channel, queue=channel, expires=60)
