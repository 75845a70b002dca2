"""A pool of many rated games between players of unlike strength, rated as the site rates them."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, batched, count
from random import Random

from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.ratings.calculation import calculate
from games.ratings.meetings import count_anew, month_of
from games.ratings.models import Ledger, Pool, RatedGame, Rating, RatingChange, RatingState
from games.ratings.rules import A_MONTH
from games.tables.models import Game, Seat
from tests.support.factories import finished_game, player, running_game

A_PLAYER = 20
"""Games of a player, as a mean."""
A_DAY = 300
"""Games that end in a day."""
CHUNK = 2000
SPREAD = 400
"""Most points between two who play each other."""
POOL = Pool.DAYS


@dataclass(slots=True)
class Competitor:
    """A player with a hidden strength, and the rating after their latest game."""

    user: User
    strength: float
    activity: float
    rating: Rating
    state: RatingState


class FilledLedger:
    """A pool of rated games, the latest of which has just ended."""

    def __init__(self, games: int) -> None:
        self.chance = Random(1)
        self.games = games
        self.tokens = count(1)
        self.met: Counter[tuple[object, ...]] = Counter()
        """Games by pair and month."""
        self.people: list[Competitor] = []
        self.weights: list[float] = []

    def fill(self) -> None:
        """Write everything."""
        self._sit_down()
        first, other = (person.user for person in self.people[:2])
        sample = finished_game(first, other)
        now = timezone.now()
        begun = now - timedelta(days=self.games / A_DAY)
        times = sorted(self.chance.uniform(0, 1) for _game in range(self.games))
        moments = (begun + time * (now - begun) for time in times)
        for chunk in batched(enumerate(moments, 1), CHUNK):
            self._write(sample, chunk)
        Ledger.objects.create(pool=POOL, last=self.games)
        for person in self.people:
            person.rating.glicko, person.rating.last_at = (
                person.state.glicko,
                person.state.last_at,
            )
        fields = ["value", "deviation", "volatility", "last_at"]
        Rating.objects.bulk_update((person.rating for person in self.people), fields, 500)
        _count_all()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")

    def running(self, games: int) -> list[tuple[int, User]]:
        """Return running rated games that can be resigned, and who resigns each."""
        sample = running_game(*(person.user for person in self.people[:2]), rated=True)
        pairs = [self._pair() for _game in range(games)]
        rows = [self._copied(sample) for _game in range(games)]
        Game.objects.bulk_create(rows)
        seats = list(sample.seats.all())
        Seat.objects.bulk_create(
            _seated(seat, row, person.user)
            for row, pair in zip(rows, pairs, strict=True)
            for seat, person in zip(seats, pair, strict=True)
        )
        return [(row.pk, pair[0].user) for row, pair in zip(rows, pairs, strict=True)]

    def _sit_down(self) -> None:
        number = max(20, self.games // A_PLAYER * 2)
        sample = player("sample")
        users = User.objects.bulk_create(
            (
                User(
                    username=f"player-{n}",
                    name_key=f"player{n}",
                    email=f"player-{n}@example.org",
                    password=sample.password,
                )
                for n in range(number)
            ),
            CHUNK,
        )
        ratings = Rating.objects.bulk_create(
            (Rating(user=user, pool=POOL) for user in users), CHUNK
        )
        self.people = [
            Competitor(
                user,
                self.chance.gauss(1500, 250),
                min(50, self.chance.paretovariate(1.2)),
                rating,
                RatingState(),
            )
            for user, rating in zip(users, ratings, strict=True)
        ]
        self.weights = list(accumulate(person.activity for person in self.people))

    def _pair(self) -> tuple[Competitor, Competitor]:
        while True:
            first, other = self.chance.choices(self.people, cum_weights=self.weights, k=2)
            if first is not other and abs(first.strength - other.strength) < SPREAD:
                return first, other

    def _copied(self, sample: Game) -> Game:
        row = copy(sample)
        row.pk, row._state = None, copy(sample._state)
        row._state.adding = True
        row.token = f"ledger-{next(self.tokens)}"
        return row

    def _write(self, sample: Game, places: tuple[tuple[int, datetime], ...]) -> None:
        games = []
        for _place, at in places:
            game = self._copied(sample)
            game.rated, game.pool, game.finished_at = True, POOL, at
            games.append(game)
        Game.objects.bulk_create(games)
        rated = RatedGame.objects.bulk_create(
            RatedGame(game=game, pool=POOL, place=place, at=at)
            for game, (place, at) in zip(games, places, strict=True)
        )
        changes = [change for row in rated for change in self._rate(row)]
        RatedGame.objects.filter(pk__in=[row.pk for row in rated if not row.counts]).update(
            counts=False
        )
        RatingChange.objects.bulk_create(changes)
        Seat.objects.bulk_create(
            Seat(
                game_id=change.rated.game_id,
                number=change.side,
                user_id=change.rating.user_id,
                turns=9,
            )
            for change in changes
        )

    def _rate(self, rated: RatedGame) -> Iterator[RatingChange]:
        pair = self._pair()
        key = (*sorted(person.rating.pk for person in pair), month_of(rated.at))
        rated.counts = self.met[key] < A_MONTH
        self.met[key] += 1
        won = self.chance.random() < 1 / (1 + 10 ** ((pair[1].strength - pair[0].strength) / 400))
        changes = []
        for side, person in enumerate(pair):
            score = float(won if side == 0 else not won)
            change = RatingChange(
                rated=rated, rating=person.rating, place=rated.place, side=side, score=score
            )
            change.state_before = person.state
            changes.append(change)
        calculate(rated, changes)
        for change, person in zip(changes, pair, strict=True):
            person.state = change.state_after
        yield from changes


def _seated(sample: Seat, game: Game, user: User) -> Seat:
    seat = copy(sample)
    seat.pk, seat._state = None, copy(sample._state)
    seat._state.adding = True
    seat.game, seat.user, seat.turns = game, user, 9
    return seat


def _count_all() -> None:
    """Let the check of the monthly limit and of counters find nothing: count all, as they are."""
    for rating in Rating.objects.filter(pool=POOL):
        count_anew(rating)
