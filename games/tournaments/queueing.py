"""Queueing the task that continues a tournament."""

from common.queueing import queue


def wake_tournament(tournament_id: int) -> None:
    """Queue a tournament for a worker; the periodic task would continue it anyway, a bit later."""
    queue("games.tournaments.tasks.run_tournament", tournament_id)
