"""A site with many running games, written in bulk by SQL: copies of rows that services have made.

PostgreSQL only. Everything grows with the number of running games: players, sessions, ratings,
notifications, finished games, ladder, seasons, tournaments, searches. Nothing has to happen: no
clock has run out, no two searches fit, and games that are over are folded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.notifications.models import Delivery, Digest, Notification, NotificationSettings
from games.notifications.notifications import YourTurn
from games.ratings.models import Ledger, PlayerResult, Pool, Rating
from games.tables.models import FoldedMoves, Game, Move, Seat
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.folding import AFTER, fold_finished
from tests.support.factories import answer, finished_game, player, running_game
from tools.scale.contests import Contests
from tools.scale.copying import columns, copy, run

ANSWERS = (4, 9, 16, 25, 36, 49)
"""Answers given in the games that are copied."""
GAMES_A_PLAYER = 10
WRITTEN = 500
"""How often the moves of a game are written as rows to be measured."""
MOVES = 3
"""Moves of each copied game: the latest ones."""
DAY = timedelta(days=1)
LATELY = "now() - mod(n, 4000) * interval '1 second'"


@dataclass(frozen=True)
class Filled:
    """A filled site."""

    games: int
    players: int
    viewer: User
    """A player with as many games as the others."""
    over: int
    """A game that is over, and folded."""
    rows: int
    folded: int
    """Bytes of the moves of a finished game, with their share of indexes: as rows, and folded."""


def fill(games: int, finished: int = 0) -> Filled:
    """Empty the database and fill it; with `finished` games that are over, or a quarter of all."""
    with connection.cursor() as cursor:
        tables = connection.introspection.django_table_names(only_existing=True)
        names = ", ".join(f'"{name}"' for name in tables if name != "django_migrations")
        cursor.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE")
    return _Filling(games, finished or max(1, games // 4)).fill()


class _Filling:
    def __init__(self, games: int, finished: int) -> None:
        self.games = games
        self.finished = finished
        self.players = max(2 * GAMES_A_PLAYER, 2 * games // GAMES_A_PLAYER)
        self.now = timezone.now()
        self.first = 0
        """The key of the first player."""

    def fill(self) -> Filled:
        """Write everything."""
        first, other = player("sample-1"), player("sample-2")
        self._users(first)
        self._running([running_game(first, other, answers=answers) for answers in ANSWERS])
        self._against_bots(_waits_for_a_person(running_game(first, "noisy", answers=2)))
        over = [finished_game(first, other, seed=f"{seed:032x}") for seed in range(2)]
        rows = _bytes_of_rows(over[0])
        assert fold_finished(now=self.now + 2 * AFTER) == len(over)
        first_over = self._finished(over)
        self._open(create_table(first, Wish(rated=True)))
        self._ratings()
        self._notifications()
        Contests(self.first, self.players, self.now).fill()
        Game.objects.filter(seats__user__in=[first, other]).delete()
        User.objects.filter(pk__in=[first.pk, other.pk]).delete()
        mind_the_clocks()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        viewer = User.objects.get(pk=self.first + self.players // 2)
        folded = _size(FoldedMoves) // self.finished
        return Filled(self.games, self.players, viewer, first_over, rows, folded)

    def _users(self, sample: User) -> None:
        seen = {"last_login": "now() - interval '3 days'", "last_seen_on": "current_date - 1"}
        self.first = copy(
            User,
            [sample.pk],
            self.players,
            **seen,
            username="'player-' || n",
            name_key="'player' || n",
            email="'player-' || n || '@example.org'",
            date_joined="now() - interval '200 days'",
        )
        copy(
            User,
            [sample.pk],
            self.players // 4,
            **seen,
            username="'guest-' || n",
            name_key="'guest' || n",
            email="''",
            is_guest="true",
            date_joined="now() - mod(n, 200) * interval '1 day'",
        )
        run(
            "INSERT INTO django_session (session_key, session_data, expire_date)"
            " SELECT md5('session ' || n), repeat('x', 200),"
            " now() + (1 + mod(n, 60)) * interval '1 day'"
            " FROM generate_series(1, %s) n",
            self.players,
        )
        run(
            "INSERT INTO usersessions_usersession"
            " (user_id, created_at, ip, last_seen_at, session_key, user_agent, data)"
            " SELECT %s + n, now() - interval '20 days', '192.0.2.7',"
            " now() - mod(n, 20) * interval '1 day', md5('session ' || n + 1), 'a browser', '{}'"
            " FROM generate_series(0, %s) n",
            self.first,
            self.players - 1,
        )
        assert Session.objects.count() == self.players

    def _running(self, samples: Sequence[Game]) -> None:
        first = self._games(samples, self.games, paused_every=100)
        self._seats(samples, first, self.games)
        for place, sample in enumerate(samples):
            latest = sample.moves.order_by("-seq")[:MOVES].values_list("pk", flat=True)
            names, values = columns(Move, game_id=f"{first} + n", at=LATELY)
            run(
                f"INSERT INTO tables_move ({names}) SELECT {values} FROM tables_move sample,"
                " generate_series(%s::bigint, %s, %s) n WHERE sample.id = ANY(%s)",
                place,
                self.games - 1,
                len(samples),
                list(latest),
            )

    def _against_bots(self, sample: Game) -> None:
        count = max(1, self.games // 20)
        first = self._games([sample], count, paused_every=0)
        self._seats([sample], first, count)

    def _games(self, samples: Sequence[Game], count: int, paused_every: int) -> int:
        later = "now() + (60 + mod(n, 4000)) * interval '1 minute'"
        paused = f"mod(n, {paused_every}) = 7" if paused_every else "false"
        return copy(
            Game,
            [sample.pk for sample in samples],
            count,
            token="md5(random()::text)",
            seed="md5(random()::text)",
            creator_id=self._player("n", 0),
            started_at="now() - interval '9 days'",
            deadline=f"CASE WHEN {paused} THEN NULL ELSE {later} END",
            alarm_at=later,
            paused_until=f"CASE WHEN {paused} THEN now() + interval '5 days' END",
        )

    def _seats(self, samples: Sequence[Game], first: int, count: int) -> None:
        for place, sample in enumerate(samples):
            names, values = columns(
                Seat,
                game_id=f"{first} + n",
                user_id=f"CASE WHEN sample.bot = '' THEN {self._player('n', 'sample.number')} END",
                asked_at=LATELY,
            )
            run(
                f"INSERT INTO tables_seat ({names}) SELECT {values} FROM tables_seat sample,"
                " generate_series(%s::bigint, %s, %s) n WHERE sample.game_id = %s",
                place,
                count - 1,
                len(samples),
                sample.pk,
            )

    def _player(self, game: str, seat: int | str) -> str:
        """Return the SQL of the key of a player: a different one for each seat of a game."""
        people = self.players
        other = f"(1 + mod({game} / {people}, {people - 1}))"
        return f"({self.first} + mod({game} + {seat} * {other}, {people}))"

    def _finished(self, samples: Sequence[Game]) -> int:
        """Copy games that are over; return the key of the first."""
        count = self.finished
        ended = "now() - (1 + mod(n, 360)) * interval '1 day'"
        first = copy(
            Game,
            [sample.pk for sample in samples],
            count,
            token="md5(random()::text)",
            seed="md5(random()::text)",
            creator_id=self._player("n", 0),
            started_at=f"{ended} - interval '5 days'",
            finished_at=ended,
            folded="true",
        )
        self._seats(samples, first, count)
        for place, sample in enumerate(samples):
            run(
                f"INSERT INTO tables_foldedmoves (game_id, record) SELECT {first} + n, record"
                " FROM tables_foldedmoves, generate_series(%s::bigint, %s, %s) n"
                " WHERE game_id = %s",
                place,
                count - 1,
                len(samples),
                sample.pk,
            )
        names, values = columns(
            PlayerResult,
            game_id=f"{first} + n",
            user_id=self._player("n", "sample.seat"),
            opponent_id=self._player("n", "(1 - sample.seat)"),
            at=ended,
        )
        run(
            f"INSERT INTO ratings_playerresult ({names}) SELECT {values}"
            " FROM ratings_playerresult sample, generate_series(0::bigint, %s) n"
            " WHERE sample.game_id = %s",
            count - 1,
            samples[0].pk,
        )
        run(
            f"INSERT INTO puzzles_minedgame (game_id, at) SELECT {first} + n, {ended}"
            " FROM generate_series(0, %s) n",
            count - 1,
        )
        run(
            "INSERT INTO ratings_ratedgame (game_id, pool, place, at, counts)"
            f" SELECT {first} + n, 'days', n + 1000, {ended}, true FROM generate_series(0, %s) n",
            count - 1,
        )
        return first

    def _open(self, sample: Game) -> None:
        count = max(1, self.games // 100)
        first = copy(
            Game,
            [sample.pk],
            count,
            token="md5(random()::text)",
            seed="md5(random()::text)",
            creator_id=self._player("n", 0),
            created_at="now() - n * interval '1 minute'",
            expires_at="now() + interval '9 days'",
        )
        self._seats([sample], first, count)
        Seat.objects.filter(game__gte=first, game__lt=first + count, number=1).update(user=None)

    def _ratings(self) -> None:
        Ledger.objects.update_or_create(pool=Pool.DAYS, defaults={"last": self.games})
        sample = Rating.objects.create(pool=Pool.DAYS, games=20, last_at=self.now)
        copy(
            Rating,
            [sample.pk],
            self.players,
            user_id=f"{self.first} + n",
            value="1000 + mod(n, 1000)",
            last_at="now() - mod(n, 60) * interval '1 day'",
        )
        sample.delete()
        run(
            "INSERT INTO ratings_ratingchange (rated_id, rating_id, side, score, before_value,"
            " before_deviation, before_volatility, after_value, after_deviation, after_volatility)"
            " SELECT rated.id, rating.id, seat.number, seat.number, 1500, 90, 0.06, 1502, 90, 0.06"
            " FROM ratings_ratedgame rated JOIN tables_seat seat ON seat.game_id = rated.game_id"
            " JOIN ratings_rating rating ON rating.user_id = seat.user_id AND rating.pool = 'days'"
        )

    def _notifications(self) -> None:
        user = User.objects.get(pk=self.first)
        sample = Notification.objects.create(user=user, kind=YourTurn.key, key="sample")
        delivery = Delivery.objects.create(
            notification=sample, channel="mail", due_at=self.now, state=Delivery.State.SENT
        )
        count = 2 * self.games
        games = Game.objects.filter(status="running").order_by("pk")
        first_game = games.values_list("pk", flat=True)[0]
        first = copy(
            Notification,
            [sample.pk],
            count,
            user_id=f"{self.first} + mod(n, {self.players})",
            game_id=f"{first_game} + mod(n, {self.games})",
            key="'turn ' || n",
            at="now() - mod(n, 59) * interval '1 day'",
        )
        waits, half_days = "mod(n, 100) = 0", "(2 * mod(n, 59) + 1) * interval '12 hours'"
        copy(
            Delivery,
            [delivery.pk],
            count,
            notification_id=f"{first} + n",
            due_at=f"now() + {half_days} * CASE WHEN {waits} THEN 1 ELSE -1 END",
            state=f"CASE WHEN {waits} THEN 'waiting' ELSE 'sent' END",
        )
        sample.delete()
        settings = NotificationSettings.objects.create(user=user, digest_sent_at=self.now)
        digests = f"CASE WHEN mod(n, 10) = 0 THEN '{Digest.DAILY}' ELSE '{Digest.NONE}' END"
        copy(
            NotificationSettings,
            [settings.pk],
            self.players - 1,
            user_id=f"{self.first} + n + 1",
            feed_token="md5(random()::text)",
            digest=digests,
        )


def _bytes_of_rows(game: Game) -> int:
    """Return the bytes that the moves of a game take as rows, with their share of the indexes."""
    before, moves = _size(Move), game.moves.count()
    names, values = columns(Move, game_id=str(game.pk), seq=f"{moves} + n * {moves} + seq")
    run(
        f"INSERT INTO tables_move ({names}) SELECT {values} FROM tables_move sample,"
        " generate_series(0::bigint, %s) n WHERE sample.game_id = %s AND sample.seq <= %s",
        WRITTEN - 1,
        game.pk,
        moves,
    )
    size = (_size(Move) - before) // WRITTEN
    run("DELETE FROM tables_move WHERE game_id = %s AND seq > %s", game.pk, moves)
    return size


def _size(model: type[Model]) -> int:
    """Return the bytes of a table with its indexes."""
    return int(run(f"SELECT pg_total_relation_size('{model._meta.db_table}')")[0][0])


def _waits_for_a_person(game: Game) -> Game:
    """Play on until no bot is asked."""
    while game.seats.filter(asked=True).exclude(bot="").exists():
        game = answer(game)
    return game
