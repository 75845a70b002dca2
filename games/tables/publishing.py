"""Publishing changes after the commit: to open pages by socket, to bots by task."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import F
from redis.exceptions import RedisError

from accounts.queueing import queue
from games.tables.models import Game, Seat, Status

log = logging.getLogger(__name__)


def group(game_id: int) -> str:
    """Return the channel group of all pages that show a game."""
    return f"game.{game_id}"


def table_changed(game: Game) -> None:
    """Raise the version of a table, and publish it after the commit."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    game.version += 1
    transaction.on_commit(lambda: _tell(game.pk, game.version))
    if game.status == Status.RUNNING:
        transaction.on_commit(lambda: wake_bots_of(game.pk))


def _tell(game_id: int, version: int) -> None:
    """Send the version to the sockets; a page that misses it catches up at its next check."""
    layer = get_channel_layer()
    hint = {"type": "table.changed", "game": game_id, "version": version}
    try:
        async_to_sync(layer.group_send)(group(game_id), hint)
    except (OSError, RedisError) as error:
        log.warning("could not publish the change of game %s: %s", game_id, error)


def wake_bots_of(game_id: int) -> None:
    """Queue a task for each bot that is asked; a periodic task repeats lost ones."""
    asked = Seat.objects.filter(game_id=game_id, asked=True).exclude(bot="")
    for number in asked.values_list("number", flat=True):
        queue("games.tables.tasks.play_bot", game_id, number)
