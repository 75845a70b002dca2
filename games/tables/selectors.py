"""The one door for reads: what a user may see, and lists of tables.

Templates, sockets, mails and exports see a game only through `Seen`, and the game itself only
through the engine's `view` of the viewer's seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import (
    Case,
    Exists,
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

from accounts.models import Absence, Block, User
from engine import Event
from engine import Game as EngineGame
from games.tables.models import SHOWN_FROM, Access, Game, Message, Move, Seat, Status
from games.tables.seats import acting_seat, may_answer, own_seat
from games.tables.services.play import engine_game, replayed

LATEST_MOVES = 500
"""Of all games: among these a visitor is shown one that is being played."""


@dataclass
class Seen:
    """A table with the eyes of one viewer."""

    game: Game
    seats: list[Seat]
    user: User | None
    seat: Seat | None
    """The seat that the viewer answers for now, and sees with: their own, or one that they have
    taken over from their teammate. `None` for a spectator."""
    own: Seat | None
    """Where the viewer sits: what they have seen, their notes."""
    _engine: EngineGame | None = field(default=None, repr=False)

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
        """The engine's game; only its `view(self.number)` may go out."""
        if self._engine is None:
            self._engine = engine_game(self.game)
        return self._engine

    @property
    def is_open(self) -> bool:
        """Whether all hands are open: after the end, but for a deal that others still play."""
        return self.game.status != Status.RUNNING and not self.game.sealed

    def view(self) -> dict[str, Any]:
        """Return what the viewer may see of the table now."""
        return self._closed(self.engine.view(self.number))

    def view_at(self, seq: int) -> dict[str, Any]:
        """Return what the viewer sees of a finished game after its first `seq` moves.

        When a game is over all hands are open, at every step of it.
        """
        if self.game.status == Status.RUNNING:
            raise Http404
        if not self.is_open:
            return self.view_before(seq)
        position = replayed(self.game, seq)
        view = position.view(self.number)
        full = position.snapshot()["table"]
        for number, hand in enumerate(view["hands"]):
            hand["cards"] = full["hands"][number]
        return view

    def view_before(self, seq: int) -> dict[str, Any]:
        """Return what the viewer's seat saw after the first `seq` moves, and no more than that."""
        return self._closed(replayed(self.game, seq).view(self.number))

    def _closed(self, view: dict[str, Any]) -> dict[str, Any]:
        return closed(view, self.number) if self.game.sealed else view

    def events(self, after: int = 0) -> list[tuple[int, int, list[Event]]]:
        """Return (seq, seat, events) of the moves after `after`, as the viewer may see them."""
        moves = self.game.moves.filter(seq__gt=after)
        return [
            (
                move.seq,
                move.seat,
                [
                    event if self.is_open else event.seen_by(self.number)
                    for event in map(Event.from_json, move.events)
                ],
            )
            for move in moves
        ]

    def talk(self) -> QuerySet[Message]:
        """Return the lines of the talk that are not hidden, nor of somebody the viewer blocks."""
        lines = self.game.messages.filter(hidden=False).select_related("author")
        if self.user is None:
            return lines
        blocked = Block.objects.filter(user=self.user)
        return lines.exclude(author__in=blocked.values("blocked"))


def closed(view: dict[str, Any], number: int | None) -> dict[str, Any]:
    """Return a seat's view of a game without what the end of the game shows of the deal."""
    for owner, hand in enumerate(view["hands"]):
        hand["cards"] = hand["cards"] if owner == number else None
    view["deck"]["cards"] = view["token_supply"]["tokens"] = view["seed"] = None
    return view


def plays_this_deal(user: User, game: Game) -> bool:
    """Whether a user plays at a table, is invited to it, or plays the same deal at another one."""
    mine = Q(seats__user=user) | Q(seats__invited=user) | Q(seats__played_by=user)
    same = Q(pk=game.pk)
    if game.sealed:
        same |= Q(sealed=True, seed=game.seed)
    return Game.objects.filter(same, mine).exists()


def seen(user: Any, game_id: int, token: str = "") -> Seen:
    """Return a table with the eyes of a user, or raise `Http404` if it is none of theirs.

    Public tables are everybody's to look at. Private ones are for who sits there, who is
    invited, and who has the link.
    """
    viewer = user if user is not None and user.is_authenticated else None
    game = Game.objects.select_related("creator", "proposal").filter(pk=game_id).first()
    if game is None:
        raise Http404
    prefetch_related_objects([game], SEATS)
    seats = list(game.seats.all())
    own, seat = own_seat(seats, viewer), acting_seat(seats, viewer)
    invited = viewer is not None and viewer.pk in [seat.invited_id for seat in seats]
    mine = viewer is not None and game.creator_id == viewer.pk
    if not (game.public or seat or invited or mine or (token and token == game.token)):
        raise Http404
    return Seen(game, seats, viewer, seat, own)


def unchanged(game_id: int, version: str) -> bool:
    """Whether a public table is at this version still: anybody may know, and it asks one row."""
    games = Game.objects.filter(pk=game_id, public=True)
    return version.isdecimal() and games.filter(version=version).exists()


SEATS = Prefetch("seats", queryset=Seat.objects.select_related("user", "invited", "played_by"))


def active(user: User, about_creators: Mapping[str, Combinable] | None = None) -> list[Game]:
    """Return every table that concerns a user and is not over, without its seats.

    `about_creators`: annotations for open ones, in the same query, because the home page has many.
    """
    mine = Q(seats__user=user) | Q(seats__invited=user, status=Status.OPEN)
    going_on = Game.objects.filter(mine, status__in=(Status.OPEN, Status.RUNNING))
    opened = {
        name: Case(When(status=Status.OPEN, then=count))
        for name, count in (about_creators or {}).items()
    }
    going_on = going_on.select_related("creator").annotate(**opened)
    return list(going_on.distinct().order_by("deadline", "-pk"))


def your_turn(user: User) -> QuerySet[Game]:
    """Return the games that wait for a user, the one with the least time left first."""
    own = Q(user=user, played_by=None) | Q(played_by=user)
    seats = Seat.objects.filter(own, asked=True)
    games = Game.objects.filter(status=Status.RUNNING, pk__in=seats.values("game"))
    return games.order_by("deadline", "pk").prefetch_related(SEATS)


@dataclass(frozen=True, slots=True)
class Playing:
    """What the header of every page says of a user's running games."""

    turns: int = 0
    """How many wait for them."""
    live: int | None = None
    """The live game that they play now, the latest if there are several."""


def playing(user: User) -> Playing:
    """Return what the header says of a user's games, in one query."""
    own = Q(user=user, played_by=None) | Q(played_by=user)
    seats = Seat.objects.filter(own, game__status=Status.RUNNING).order_by("game__started_at")
    rows = list(seats.values_list("game", "asked", "game__live"))
    turns = {game for game, asked, _live in rows if asked}
    live = [game for game, _asked, is_live in rows if is_live]
    return Playing(len(turns), live[-1] if live else None)


def waiting(user: User) -> QuerySet[Game]:
    """Return the running games of a user that wait for somebody else."""
    games = Game.objects.filter(status=Status.RUNNING, seats__user=user, seats__asked=False)
    return games.order_by("deadline", "pk").prefetch_related(SEATS)


def open_tables_of(user: User) -> QuerySet[Game]:
    """Return the tables of a user that wait for players."""
    games = Game.objects.filter(status=Status.OPEN, seats__user=user)
    return games.order_by("-created_at").prefetch_related(SEATS)


def invitations(user: User) -> QuerySet[Game]:
    """Return the tables that keep a seat for a user."""
    games = Game.objects.filter(status=Status.OPEN, seats__invited=user)
    return games.order_by("-created_at").prefetch_related(SEATS)


def finished(user: User) -> QuerySet[Game]:
    """Return the games of a user that are over, the latest first; as lists show them."""
    over = (Status.FINISHED, Status.ABORTED)
    games = Game.objects.filter(status__in=over, seats__user=user).defer("setup", "snapshot")
    return games.order_by("-finished_at").prefetch_related(SEATS)


def lobby(user: Any) -> QuerySet[Game]:
    """Return the tables where anybody may sit down, but for those where the user sits.

    And but for those of people who do not play the user, or who are gone, on vacation or, where
    it is a live one, in another live game.
    """
    games = Game.objects.filter(status=Status.OPEN, access=Access.OPEN, creator__is_active=True)
    now = timezone.now()
    away = Absence.objects.filter(user=OuterRef("creator"), start__lte=now, end__gt=now)
    busy = Seat.objects.filter(
        user=OuterRef("creator"), game__status=Status.RUNNING, game__live=True
    )
    games = games.exclude(Exists(away), live=False, pace__isnull=False)
    games = games.exclude(Exists(busy), live=True)
    free = games.filter(seats__user=None, seats__bot="", seats__invited=None).distinct()
    if user is not None and user.is_authenticated:
        free = free.exclude(seats__user=user)
        avoided = Q(user__blocks__blocked=user) | Q(user__blocked_by__user=user)
        free = free.exclude(pk__in=Seat.objects.filter(avoided).values("game"))
    return free.select_related("creator").order_by("-created_at").prefetch_related(SEATS)


def table_to_watch() -> Game | None:
    """Return a public table to show to visitors: one that runs, lately moved; or a finished one.

    Only among the latest moves of all games, so that it costs the same however many there are.
    """
    games = Game.objects.filter(public=True, seq__gt=SHOWN_FROM).prefetch_related(SEATS)
    latest = Move.objects.order_by("-pk").values_list("game", flat=True)[:LATEST_MOVES]
    moved = list(dict.fromkeys(latest))
    running = games.filter(status=Status.RUNNING, pk__in=moved)
    last = min(running.values_list("pk", flat=True), key=moved.index, default=None)
    if last is not None:
        return running.filter(pk=last).first()
    return games.filter(status=Status.FINISHED).order_by("-finished_at").first()
