"""Ledgers of many games without playing them: copies of the row of one finished game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random

from django.db import transaction

from accounts.models import User
from games.ratings.ledger import append
from games.ratings.models import Pool, RatedGame
from games.ratings.rating_updates import count_again, take_back
from games.tables.models import Game, Seat, Status
from tests.ratings.results_factory import T0
from tests.support.factories import player

HOUR = timedelta(hours=1)


@dataclass
class PoolOfGames:
    """Players, and games between them that end one an hour, with results by chance."""

    people: Sequence[User]
    seed: int = 7
    pool: Pool = Pool.DAYS
    at: datetime = T0
    seats: dict[int, list[Seat]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.numbers = count(1)

    def end(self, first: User | None = None, second: User | None = None) -> Game:
        """Let a game end now, and rate it."""
        pair = [first, second] if first and second else self.chance.sample([*self.people], 2)
        self.at += HOUR
        game = Game.objects.create(
            players=2,
            rated=True,
            pool=self.pool,
            status=Status.FINISHED,
            winner=self.chance.choice([0, 0, 1, None]),
            expires_at=self.at,
            finished_at=self.at,
            token=f"ledger-{next(self.numbers)}",
        )
        seats = [
            Seat(game=game, number=number, user=user, turns=2) for number, user in enumerate(pair)
        ]
        self.seats[game.pk] = seats
        with transaction.atomic():
            append(game, self.pool, seats)
        return game

    def annul(self, game: Game) -> None:
        """Take a game back, as a moderator who annuls it does."""
        with transaction.atomic():
            take_back(game)

    def restore(self, game: Game) -> None:
        """Count a game again; its results are left out."""
        with transaction.atomic():
            count_again(game, self.seats[game.pk][:0])


def pool_of_games(people: int, games: int, seed: int = 7) -> PoolOfGames:
    """Return a pool in which so many games have ended."""
    pool = PoolOfGames([player(f"player{number}") for number in range(people)], seed)
    for _game in range(games):
        pool.end()
    return pool


def order() -> list[int]:
    """Return the games of the pool in their order."""
    return list(RatedGame.objects.order_by("place").values_list("game", flat=True))
