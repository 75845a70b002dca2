"""Fill an empty database with a made-up past: rows written in bulk, as the services write them.

A few games are really played, and their rows copied: so each of 200,000 games is as long as real
ones are. The moves are not copied; no page measured here reads them.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from datetime import datetime, timedelta
from itertools import batched

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import connection

from accounts.models import Follow, User
from engine.agents import AGENTS
from games.clock import BANK, LIVE
from games.lobby.services.opening import Wish, create_table
from games.ratings.models import Ledger, PlayerResult, Pool, RatedGame, Rating, RatingChange
from games.tables.models import Game, Seat, new_seed, new_token
from tests.support.factories import finished_game, running_game
from tools.bench.played import Past, Played, Who

CHUNK = 2000
COUNTRIES = ("", "", "DE", "FR", "US", "GB", "PL", "IT", "ES", "JP")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo")
RUNNING = 0.03
"""Running games, as a share of the finished ones."""
OPEN_TABLES = 120
FRIENDS = 50


class Samples:
    """Rows of games really played, to copy."""

    def __init__(self, count: int) -> None:
        people = [User.objects.create(username=f"sample-{number}") for number in range(4)]
        self.two = [finished_game(*people[:2], seed=f"{n:032x}") for n in range(count)]
        self.four = [finished_game(*people)]
        running = running_game(*people[:2], answers=25)
        self.running = running, list(running.seats.all())
        self._rows = [*self.two, *self.four, running]

    def clear(self) -> None:
        """Delete them."""
        Game.objects.filter(pk__in=[game.pk for game in self._rows]).delete()
        User.objects.filter(username__startswith="sample-").delete()


class Crowd:
    """The people of the database, and who of them is looked at."""

    def __init__(self, past: Past) -> None:
        self.past = past
        self.users: list[User] = []
        self.ratings: dict[tuple[Pool, Who], Rating] = {}

    @property
    def busiest(self) -> User:
        """Who has played most."""
        return self.by_games()[0]

    def by_games(self) -> list[User]:
        """Return all players, the one with most games first."""
        games = self.past.games_of
        numbers = sorted(range(len(self.users)), key=lambda number: (-games[number], number))
        return [self.users[number] for number in numbers]

    def fill(self) -> None:
        """Write everything."""
        self._sit_down()
        played = list(self.past.games())
        self._rate()
        samples = Samples(self.past.size.samples)
        for chunk in batched(played, CHUNK):
            self._write(chunk, samples)
        Ledger.objects.bulk_create(
            Ledger(pool=pool, last=sum(1 for game in played if game.pool == pool)) for pool in Pool
        )
        self._go_on(max(1, int(RUNNING * len(played))), samples)
        samples.clear()
        tidy()

    def _sit_down(self) -> None:
        chance = self.past.chance
        self.users = User.objects.bulk_create(
            (
                User(
                    username=f"player-{number}",
                    name_key=f"player-{number}",
                    email=f"player-{number}@example.org",
                    password=UNUSABLE_PASSWORD_PREFIX,
                    country=chance.choice(COUNTRIES),
                    time_zone=chance.choice(ZONES),
                )
                for number in range(self.past.size.players)
            ),
            CHUNK,
        )

    def _rate(self) -> None:
        rows = []
        for (pool, who), standing in self.past.standings.items():
            bot = who if isinstance(who, str) else ""
            rating = Rating(
                user=None if isinstance(who, str) else self.users[who],
                bot=bot,
                pool=pool,
                games=standing.games,
                opponents=len(standing.opponents),
                last_at=standing.at,
            )
            rating.glicko = standing.rating
            self.ratings[pool, who] = rating
            rows.append(rating)
        Rating.objects.bulk_create(rows, CHUNK)
        some = self.users[:: max(1, len(self.users) // 1000)]
        follows = {
            (user.pk, followed.pk)
            for user in [*some, *self.by_games()[:100]]
            for followed in self.past.chance.sample(self.users, min(FRIENDS, len(self.users)))
            if followed != user
        }
        Follow.objects.bulk_create(
            (Follow(user_id=user_id, followed_id=other) for user_id, other in sorted(follows)),
            CHUNK,
        )

    def _write(self, played: Sequence[Played], samples: Samples) -> None:
        """Write some games with all that hangs on them."""
        games = Game.objects.bulk_create(_copied(row, samples) for row in played)
        pairs = list(zip(played, games, strict=True))
        Seat.objects.bulk_create(
            seat for past_game, game in pairs for seat in self._seats(past_game, game)
        )
        PlayerResult.objects.bulk_create(
            row for past_game, game in pairs for row in self._results(past_game, game)
        )
        rated = RatedGame.objects.bulk_create(
            RatedGame(
                game=game,
                pool=past_game.pool,
                place=past_game.place,
                at=past_game.at,
                counts=past_game.counts,
            )
            for past_game, game in pairs
        )
        RatingChange.objects.bulk_create(
            change
            for past_game, row in zip(played, rated, strict=True)
            for change in self._changes(past_game, row)
        )

    def _user(self, who: Who) -> User | None:
        return None if isinstance(who, str) else self.users[who]

    def _seats(self, played: Played, game: Game) -> Iterator[Seat]:
        for number, who in enumerate(played.who):
            bot = who if isinstance(who, str) else ""
            yield Seat(game=game, number=number, user=self._user(who), bot=bot, turns=8)

    def _results(self, played: Played, game: Game) -> Iterator[PlayerResult]:
        chance = self.past.chance
        for number, who in enumerate(played.who):
            if isinstance(who, str):
                continue
            other = played.who[1 - number] if len(played.who) == 2 else ""
            yield PlayerResult(
                game=game,
                seat=number,
                user=self.users[who],
                opponent=self._user(other),
                pool=played.pool,
                first=number % 2 != game.second_side,
                score=_score(played, number),
                answer_seconds=chance.randrange(20, 90_000),
                agents=[agent.slug for agent in chance.sample(AGENTS, 7)],
                technologies=[chance.randrange(3) for _ in range(5)],
                at=played.at,
            )

    def _changes(self, played: Played, rated: RatedGame) -> Iterator[RatingChange]:
        for number, (who, step) in enumerate(zip(played.who, played.steps, strict=True)):
            change = RatingChange(
                rated=rated,
                rating=self.ratings[played.pool, who],
                side=number % 2,
                score=_score(played, number),
                before_at=step.before_at,
            )
            change.before, change.after = step.before, step.after
            yield change

    def _go_on(self, games: int, samples: Samples) -> None:
        """Let games run and tables wait: more of those who play much."""
        sample, rows = samples.running
        chance = self.past.chance
        now = self.past.now
        for chunk in batched(range(games), CHUNK):
            made = Game.objects.bulk_create(
                _like(sample, now - timedelta(hours=chance.randrange(200)), finished_at=None)
                for _ in chunk
            )
            seats = []
            for game in made:
                for row, who in zip(rows, self.past.two(), strict=True):
                    seat = copy(row)
                    seat.pk, seat.game, seat.user = None, game, self.users[who]
                    seat._state.adding = True
                    seats.append(seat)
            Seat.objects.bulk_create(seats)
        for user in self.users[1 :: max(1, len(self.users) // OPEN_TABLES)]:
            pace = chance.choice((BANK, LIVE[1]))
            create_table(user, Wish(pace=pace, rated=True, seat=chance.randrange(2)))


def _score(played: Played, seat: int) -> float:
    return 0.5 if played.winner is None else float(played.winner == seat % 2)


def _copied(played: Played, samples: Samples) -> Game:
    """Return the row of a game that has ended as it was made up."""
    some = samples.four if len(played.who) == 4 else samples.two
    live = played.pool == Pool.LIVE
    return _like(
        some[played.place % len(some)],
        played.at,
        finished_at=played.at,
        winner=played.winner,
        ending=played.ending,
        live=live,
        pace=(LIVE[1] if live else BANK).to_json(),
        rated=played.pool != Pool.SOLO,
        public=played.place % 20 != 0,
    )


def _like(sample: Game, at: datetime, **fields: object) -> Game:
    game = copy(sample)
    game.pk, game.seed, game.token, game.creator = None, new_seed(), new_token(), None
    game.created_at = game.started_at = at - timedelta(days=3)
    for name, value in fields.items():
        setattr(game, name, value)
    game._state.adding = True
    return game


def tidy() -> None:
    """Let PostgreSQL do now what it does by itself after a while: count its rows."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")
        else:
            cursor.execute("ANALYZE")
