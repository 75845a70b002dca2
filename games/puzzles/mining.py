"""Mining: puzzles from self-played games of bots, and from finished games of the site."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from engine import Chance, Options, deal
from engine import Game as EngineGame
from engine.analysis.puzzles import GOALS, FoundPuzzle, puzzles_of
from engine.bots import BOTS
from games.puzzles.models import MinedGame, Origin
from games.puzzles.store import store
from games.tables.models import SHOWN_FROM, Game, Status
from games.tables.moves import moves_of

BOT = BOTS["greedy"]
LATELY = timedelta(days=30)
"""How long ago a game may have ended: the search must not grow with all that were looked at."""
SECRET = 4
"""Every fourth self-played game has the Secret Agents."""


def from_self_play(
    seed: str, first: int, games: int, goals: Sequence[str] = GOALS
) -> Iterator[FoundPuzzle]:
    """Yield the puzzles of games that a bot plays against itself; the same seed, the same ones."""
    for number in range(first, first + games):
        name = f"{seed} {number}"
        game = EngineGame(deal(Options(secret_agents=number % SECRET == SECRET - 1), name))
        count = 0
        while game.pending:
            yield from puzzles_of(game, f"{name} {count}", goals)
            seat = game.pending[0].seats[0]
            game.play(seat, BOT(game.view(seat), Chance(f"{name} decision {count}")))
            count += 1


def from_record(game: Game) -> Iterator[FoundPuzzle]:
    """Yield the puzzles of a finished game; they don't tell from which."""
    played = EngineGame.replay(game.setup)
    for move in moves_of(game):
        # The seed of what a puzzle hides: nothing of the game's own seed goes into it.
        yield from puzzles_of(played, f"mined {game.pk} {move.seq}")
        played.play(move.seat, move.action)


def mine_finished(most: int) -> int:
    """Look for puzzles in games that have ended lately and were not looked at; return how many.

    Only public games of two that have ended for good, and no deal that is played at another table.
    """
    games = Game.objects.filter(
        status=Status.FINISHED,
        players=2,
        public=True,
        sealed=False,
        seq__gt=SHOWN_FROM,
        finished_at__gt=timezone.now() - LATELY,
        mined=None,
    )
    stored = 0
    for game in games.order_by("-finished_at", "-pk")[:most]:
        puzzles = list(from_record(game))
        with transaction.atomic():  # short: looking for them has taken a while
            if MinedGame.objects.get_or_create(game=game)[1]:
                stored += store(puzzles, Origin.SITE)
    return stored
