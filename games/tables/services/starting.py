"""The start of a game: the deal, the first clock and the announcement."""

from datetime import datetime

from accounts.models import User
from engine import RULES_VERSION, deal
from engine import Game as EngineGame
from games.clock import Pace
from games.tables import providers, publishing
from games.tables.announcements import Started, started
from games.tables.models import OPEN_FOR, Access, Game, Seat, Status
from games.tables.occasions import Occasion
from games.tables.seats import seats_of_game
from games.tables.services.play import store
from games.tables.timekeeping import gathering
from games.tables.timekeeping.clocks import CLOCK_FIELDS, LockedTable

type Player = User | str
"""A user, or the key of a bot in `engine.bots.BOTS`."""


def start_game(
    first: Player,
    second: Player,
    pace: Pace,
    occasion: Occasion,
    *,
    league: bool = False,
    public: bool = True,
    seed: str | None = None,
    sealed: bool = False,
    now: datetime,
) -> Game:
    """Start a rated two-player game that the site has arranged; `first` has the first turn.

    Inside the caller's transaction; it locks nothing. `seed`: for the same deal as at other
    tables; `sealed`: the hands of that deal stay closed after the end.
    """
    game = Game.objects.create(
        access=Access.INVITED,
        pace=pace.to_json(),
        live=pace.live,
        league=league,
        rated=True,
        public=public,
        sealed=sealed,
        occasion=occasion.key,
        created_at=now,
        expires_at=now + OPEN_FOR,
        **({} if seed is None else {"seed": seed}),
    )
    side = 1 - game.second_side
    for number, player in ((side, first), (1 - side, second)):
        sitter = {"bot": player} if isinstance(player, str) else {"user": player}
        Seat.objects.create(game=game, number=number, **sitter)
    start_if_full(game, now)
    publishing.table_changed(game)
    return game


def start_if_full(game: Game, now: datetime, joined: User | None = None) -> None:
    """Deal and start the game if no seat is free; `joined`: the player who took the last one."""
    seats = seats_of_game(game, now)
    if any(seat.user_id is None and not seat.bot for seat in seats):
        return
    game.rules_version = RULES_VERSION
    dealt = EngineGame(deal(game.options, game.seed))
    game.status = Status.RUNNING
    game.started_at = now
    game.setup = dealt.record()
    game.pool = providers.pool(game, seats)
    game.still_turns = 0
    table = LockedTable(game, seats, now)
    store(table, dealt, ())
    game.save()
    if table.clock is not None and table.clock.pace.live:
        gathering.wait_for_players(table, now)
        table.keep_clock()
        game.save(update_fields=[*CLOCK_FIELDS, "paused_until", "gathering"])
    started.send(Started(game, seats, joined, now))
