"""The background task of the lobby."""

from celery import shared_task

from common.periodic import every
from games.lobby.services import open_tables


@every(10 * 60, "close tables that no player joined")
@shared_task
def expire_tables() -> None:
    """Close the tables that have expired."""
    open_tables.expire_tables()
