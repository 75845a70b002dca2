"""Queries: tables as a viewer may see them, and lists of tables.

Templates, sockets, mails and exports read a game only through `Seen`, and its state only through
the engine's `view` of the viewer's seat.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import (
    BigIntegerField,
    Case,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    When,
    prefetch_related_objects,
)
from django.db.models.expressions import Combinable
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from common.prepared import PreparedQuery
from engine import Event
from engine import Game as EngineGame
from engine.public_types import View
from games.tables.models import SHOWN_FROM, Game, Move, Seat, Status
from games.tables.moves import Happened, happened_in, moves_of
from games.tables.seats import acting_seat, may_answer, own_seat, seats_of_game
from games.tables.services.play import engine_game, replayed

GAME = PreparedQuery(
    lambda pk: Game.objects.filter(pk=pk).select_related("proposal"), pk=BigIntegerField()
)

LATEST_MOVES = 500
"""The latest moves of all games, among which a game to show to visitors is looked for."""


@dataclass
class Seen:
    """A table as one viewer may see it."""

    game: Game
    seats: list[Seat]
    user: User | None
    seat: Seat | None
    """The seat that the viewer answers for now, with its hand: the viewer's own, or one taken over
    from a teammate. `None` for a spectator."""
    own: Seat | None
    """The viewer's own seat, with the notes and what the viewer has looked at."""

    @property
    def asked(self) -> bool:
        """Whether the game waits for the viewer."""
        return self.seat is not None and may_answer(self.seat, self.user)

    @property
    def number(self) -> int | None:
        """The number of the seat that the viewer answers for."""
        return None if self.seat is None else self.seat.number

    @property
    def engine(self) -> EngineGame:
        """The engine's game; only its `view(self.number)` may be shown."""
        return engine_game(self.game)

    @property
    def is_open(self) -> bool:
        """Whether all hands are open: after the end, except for a deal still played elsewhere."""
        return self.game.status != Status.RUNNING and not self.game.sealed

    def is_end(self, seq: int) -> bool:
        """Whether the game is over after its first `seq` moves; a resignation is not a move."""
        return self.game.status != Status.RUNNING and seq == self.game.seq

    def replayed(self, seq: int) -> EngineGame:
        """Return the engine's game after the first `seq` moves; not to be shown as it is."""
        return replayed(self.game, seq)

    def view(self) -> View:
        """Return the viewer's view of the table now."""
        return self._closed(self.engine.view(self.number))

    def view_at(self, seq: int) -> View:
        """Return the view of a game that is over after its first `seq` moves, with open hands."""
        if self.game.status == Status.RUNNING:
            raise Http404
        if not self.is_open:
            return self.view_before(seq)
        position = self.replayed(seq)
        view = position.view(self.number)
        full = position.snapshot()["table"]
        for number, hand in enumerate(view["hands"]):
            hand["cards"] = full["hands"][number]
        return view

    def replay_view(self, seq: int, eyes: int | None = None) -> View:
        """Return the view after the first `seq` moves, with open hands once all hands are open.

        `eyes`: the seat whose view it is instead. While hands are closed it is the viewer's own.
        """
        if not self.is_open:
            return self.view_before(seq)
        return self.view_at(seq) if eyes is None else self.replayed(seq).view(eyes)

    def public_view(self, seq: int) -> View:
        """Return what a spectator saw after the first `seq` moves."""
        view = self.replayed(seq).view(None)
        return closed(view, None) if self.game.sealed else view

    def view_before(self, seq: int) -> View:
        """Return the view that the viewer's seat had after the first `seq` moves."""
        return self._closed(self.replayed(seq).view(self.number))

    def _closed(self, view: View) -> View:
        return closed(view, self.number) if self.game.sealed else view

    def answers(self, upto: int) -> list[tuple[int, str, list[Event]]]:
        """Return (seat, answer, events) of the first moves of a game with open hands."""
        moves = zip(moves_of(self.game)[:upto], happened_in(self.game)[:upto], strict=True)
        return [(move.seat, move.action, events) for move, (_seq, _seat, events) in moves]

    def events(self, after: int = 0) -> list[Happened]:
        """Return (seq, seat, events) of the moves after `after`, as the viewer may see them."""
        happened = happened_in(self.game, after)
        moves = [move for move in happened if move[0] <= self.game.seq]  # it may have gone on
        if self.is_open:
            return moves
        return [
            (seq, seat, [event.seen_by(self.number) for event in events])
            for seq, seat, events in moves
        ]


def closed(view: View, number: int | None) -> View:
    """Return a seat's view of a sealed game, without what the end would reveal of the deal."""
    for owner, hand in enumerate(view["hands"]):
        hand["cards"] = hand["cards"] if owner == number else None
    view["deck"]["cards"] = view["token_supply"]["tokens"] = view["seed"] = None
    return view


def plays_this_deal(user: User, game: Game) -> bool:
    """Whether a user plays at a table or is invited to it, or plays the same deal elsewhere."""
    mine = Q(seats__user=user) | Q(seats__invited=user) | Q(seats__played_by=user)
    same = Q(pk=game.pk)
    if game.sealed:
        same |= Q(sealed=True, seed=game.seed)
    return Game.objects.filter(same, mine).exists()


def seen(user: Any, game_id: int, token: str = "") -> Seen:
    """Return a table as a user may see it, or raise `Http404`.

    Anyone can see public tables. Private ones are for their players, invited players, and users
    with the link.
    """
    viewer = user if user is not None and user.is_authenticated else None
    game, seats = _game_with_seats(game_id)
    own, seat = own_seat(seats, viewer), acting_seat(seats, viewer)
    invited = viewer is not None and viewer.pk in [seat.invited_id for seat in seats]
    mine = viewer is not None and game.creator_id == viewer.pk
    if not (game.public or seat or invited or mine or (token and token == game.token)):
        raise Http404
    return Seen(game, seats, viewer, seat, own)


def _game_with_seats(game_id: int) -> tuple[Game, list[Seat]]:
    """Return a game and its seats at the same moment, or raise `Http404`.

    They are read one after the other. If a player has moved meanwhile, both are read again: a seat
    that is asked belongs to a view with its question.
    """
    while True:
        game = GAME.first(pk=game_id)
        if game is None:
            raise Http404
        if game.status == Status.OPEN:
            prefetch_related_objects([game], SEATS)
            return game, list(game.seats.all())
        seats: list[Any] = seats_of_game(game, timezone.now())
        if all(seat.at_version == game.version for seat in seats):
            return game, seats


def seen_again(user: User, game: Game) -> Seen:
    """Return the table for a player in whose name a service has just locked the game."""
    seats = list(game.seats.all())
    return Seen(game, seats, user, acting_seat(seats, user), own_seat(seats, user))


def unchanged(game_id: int, version: str) -> bool:
    """Whether a public table still has this version; reads one row."""
    games = Game.objects.filter(pk=game_id, public=True)
    return version.isdecimal() and games.filter(version=version).exists()


def public_version(game_id: int) -> int | None:
    """Return the version of a public table whose game has started; `None` if there is none."""
    games = Game.objects.filter(pk=game_id, public=True).exclude(status=Status.OPEN)
    return games.values_list("version", flat=True).first()


SEATS = Prefetch("seats", queryset=Seat.objects.select_related("user", "invited", "played_by"))


def active(
    user: User | Combinable, about_creators: Mapping[str, Combinable] | None = None
) -> QuerySet[Game]:
    """Return the open and running tables of a user, invitations included, without seats.

    `state` is the snapshot of a game in which the user is asked, for its picture; PostgreSQL works
    for the others' as long as for all else. `about_creators`: annotations for open tables, which
    save the home page a query each.
    """
    own = Q(user=user) | Q(invited=user, game__status=Status.OPEN)
    seats = Seat.objects.filter(own)
    going_on = Game.objects.filter(
        pk__in=seats.values("game"), status__in=(Status.OPEN, Status.RUNNING)
    )
    asked = Seat.objects.filter(Q(user=user) | Q(played_by=user), game=OuterRef("pk"), asked=True)
    opened = {
        name: Case(When(status=Status.OPEN, then=count))
        for name, count in (about_creators or {}).items()
    }
    return (
        going_on.defer("setup", "snapshot")
        .select_related("creator")
        .annotate(state=Case(When(Exists(asked), then=F("snapshot"))), **opened)
        .order_by("deadline", "-pk")
    )


def your_turn(user: User) -> QuerySet[Game]:
    """Return the games that wait for a user, the one with the least time left first."""
    own = Q(user=user, played_by=None) | Q(played_by=user)
    seats = Seat.objects.filter(own, asked=True, sends_at=None)
    games = Game.objects.filter(status=Status.RUNNING, pk__in=seats.values("game"))
    return games.order_by("deadline", "pk").prefetch_related(SEATS)


def _playing(user: Combinable) -> QuerySet[Seat, tuple[Any, ...]]:
    own = Q(user=user, played_by=None) | Q(played_by=user)
    seats = Seat.objects.filter(own, game__status=Status.RUNNING).order_by("game__started_at")
    return seats.values_list("game", "asked", "sends_at", "game__live")


PLAYING = PreparedQuery(_playing, user=BigIntegerField())


@dataclass(frozen=True, slots=True)
class Playing:
    """A user's running games, as the header of every page shows them."""

    turns: int = 0
    """The number of games that wait for the user."""
    live: int | None = None
    """The live game that the user is playing, the latest if there are several."""


def playing(user: User) -> Playing:
    """Return the user's running games for the header, in one query."""
    rows = PLAYING.all(user=user.pk)
    turns = {game for game, asked, sends_at, _live in rows if asked and sends_at is None}
    live = [game for game, _asked, _sends_at, is_live in rows if is_live]
    return Playing(len(turns), live[-1] if live else None)


def _waiting_for(own: Q) -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(own, asked=True, sends_at=None, game__status=Status.RUNNING)
    in_order = seats.order_by(F("game__deadline").asc(nulls_last=True), "game")
    return in_order.values_list("user", "played_by", "game")


def _waiting_for_few(**users: Combinable) -> QuerySet[Seat, tuple[Any, ...]]:
    return _waiting_for(
        reduce(or_, (Q(user=user, played_by=None) | Q(played_by=user) for user in users.values()))
    )


FEW = tuple(f"user_{number}" for number in range(4))
"""The parameters of the prepared query for the users whom the moves of a moment concern."""
WAITING_FOR_FEW = PreparedQuery(_waiting_for_few, **dict.fromkeys(FEW, BigIntegerField()))


def waiting_games(users: Collection[int]) -> dict[int, list[int]]:
    """Return the numbers of the games that wait for users, the least time left first."""
    if not users:
        return {}
    rows: Iterable[tuple[Any, ...]]
    if len(users) <= len(FEW):
        padding = [0] * (len(FEW) - len(users))  # no user has the number 0
        rows = WAITING_FOR_FEW.all(**dict(zip(FEW, [*users, *padding], strict=True)))
    else:
        rows = _waiting_for(Q(user__in=users, played_by=None) | Q(played_by__in=users))
    games_by_user: dict[int, list[int]] = {}
    for user, teammate, game in rows:
        games = games_by_user.setdefault(teammate or user, [])
        if game not in games:
            games.append(game)
    return games_by_user


def next_game(user: User, after: int | None = None) -> int | None:
    """Return the game that waits for a user with the least time left; not the one `after`."""
    games = waiting_games([user.pk]).get(user.pk, [])
    return next((game for game in games if game != after), None)


def running(user: User, games: Collection[int]) -> list[Game]:
    """Return those of some games that a user is playing, without their states."""
    seats = Seat.objects.filter(user=user, game__in=games)
    going_on = Game.objects.filter(pk__in=seats.values("game"), status=Status.RUNNING)
    return list(going_on.defer("setup", "snapshot").order_by("pk").prefetch_related(SEATS))


def versions(games: Iterable[int]) -> dict[int, int]:
    """Return the versions of games by their numbers."""
    numbers = set(games)
    rows = Game.objects.filter(pk__in=numbers).values_list("pk", "version")
    return dict(rows) if numbers else {}


def finished(user: User | Combinable) -> QuerySet[Game]:
    """Return the games of a user that are over, the latest first, without their states."""
    over = (Status.FINISHED, Status.ABORTED)
    games = Game.objects.filter(status__in=over, seats__user=user).defer("setup", "snapshot")
    return games.order_by("-finished_at").prefetch_related(SEATS)


def shy_seats(game: str) -> QuerySet[Seat]:
    """Return the seats of a game whose players don't show their correspondence games.

    `game`: the field of the outer query that names the game.
    """
    return Seat.objects.filter(game=OuterRef(game), user__watchable=False)


def _last_moved() -> QuerySet[Move, int]:
    """Return the public game of the latest move in one that is running.

    It is looked for among the latest moves of all games, so that the cost does not grow with them.
    """
    latest = Move.objects.order_by("-pk").values("pk")[:LATEST_MOVES]
    public = {"game__public": True, "game__seq__gt": SHOWN_FROM, "game__status": Status.RUNNING}
    moves = Move.objects.filter(pk__in=latest, **public).order_by("-pk")
    moves = moves.filter(Q(game__live=True) | ~Exists(shy_seats("game")))
    return moves.values_list("game", flat=True)[:1]


def _last_finished() -> QuerySet[Game, int]:
    public = {"public": True, "seq__gt": SHOWN_FROM, "status": Status.FINISHED}
    return Game.objects.filter(**public).order_by("-finished_at").values_list("pk", flat=True)[:1]


LAST_MOVED, LAST_FINISHED = PreparedQuery(_last_moved), PreparedQuery(_last_finished)


def table_to_watch() -> Game | None:
    """Return a public table to show to visitors: the latest running one, else a finished one."""
    number = LAST_MOVED.first() or LAST_FINISHED.first()
    game = None if number is None else GAME.first(pk=number)
    if game is not None:
        seats_of_game(game, timezone.now())
    return game
