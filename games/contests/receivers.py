"""Receivers and provider of contests: tables' events go to the contest of the game."""

from collections.abc import Iterator

from common.announcements import Order
from games.contests.base import result_of
from games.contests.registry import contest_of
from games.tables import announcements as tables
from games.tables import providers
from games.tables.models import Game
from games.tables.providers import PageLine


@providers.occasions.provider
def occasion(game: Game) -> Iterator[PageLine]:
    """Yield the contest that a game is played for."""
    contest = contest_of(game)
    line = None if contest is None else contest.about(game)
    if line is not None:
        yield line


@tables.ended.receiver(Order.CONTESTS)
def count(event: tables.Ended) -> None:
    """Count a game for the contest that it was played for."""
    if contest := contest_of(event.game):
        contest.ended(event.game, result_of(event.game, event.late), event.now)


@tables.annulled.receiver(Order.CONTESTS)
def take_back(event: tables.Revised) -> None:
    """Undo the effect of an annulled game in its contest."""
    if contest := contest_of(event.game):
        contest.annulled(event.game, event.now)


@tables.restored.receiver(Order.CONTESTS)
def count_again(event: tables.Revised) -> None:
    """Count a restored game again."""
    if contest := contest_of(event.game):
        contest.ended(event.game, result_of(event.game), event.now)
