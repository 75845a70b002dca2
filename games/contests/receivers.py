"""Receivers and provider of contests: tables' events go to the contest of the game."""

from accounts.announcements import Order
from games.contests.base import result_of
from games.contests.registry import contest_of
from games.tables import announcements as tables
from games.tables import providers
from games.tables.models import Game
from games.tables.providers import PageLine


class ContestsProvider(providers.Provider):
    """Answers the question of tables what a game is played for."""

    def occasion(self, game: Game) -> PageLine | None:
        """Return what a game is played for."""
        contest = contest_of(game)
        return None if contest is None else contest.about(game)


providers.register(ContestsProvider())


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
