"""Asking a worker to continue a tournament."""

from accounts.queueing import queue


def wake_tournament(tournament_id: int) -> None:
    """Ask a worker to continue a tournament; the periodic task does it anyway, a little later."""
    queue("games.tournaments.tasks.run_tournament", tournament_id)
