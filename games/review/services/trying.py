"""Try from here: a friendly game against bots that begins with the moves of a finished one."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine import Event
from engine.bots import BOTS
from games.lobby.services.opening import refuse_too_many
from games.review.models import TRIAL, Trial
from games.review.services.reviews import refuse_closed
from games.tables import publishing
from games.tables.announcements import Started, started
from games.tables.models import OPEN_FOR, Access, Game, Move, Seat, Status
from games.tables.seats import seat_bot, seats_of_game
from games.tables.selectors import Seen
from games.tables.services.play import count_turns, store
from games.tables.timekeeping.clocks import LockedTable


def try_from(
    user: User, seen: Seen, seq: int, seat: int, bot: str, *, now: datetime | None = None
) -> Game:
    """Start a game at the position of a finished one after its first `seq` moves; raises `Refused`.

    The user takes a seat, the bot all others. Deck, tokens and hidden cards stay as dealt. It is
    private, has no clock and counts nowhere.
    """
    refuse_closed(seen)
    original = seen.game
    if not 0 <= seq <= original.seq:
        raise Refused(_("There is no such move in this game."), 422)
    if not 0 <= seat < original.players:
        raise Refused(_("There is no such seat at this table."), 422)
    if bot not in BOTS:
        raise Refused(_("There is no such bot."), 422)
    played = seen.replayed(seq)
    if not played.pending:
        raise Refused(_("The game is over at this move. Choose an earlier one."), 422)
    now = now or timezone.now()
    with transaction.atomic():
        refuse_too_many(user, now)
        game = _dealt_again(user, original, seq, now)
        taken: list[Seat] = []
        for number in range(original.players):
            new_seat = Seat(game=game, number=number)
            if number == seat:
                new_seat.user = user
            else:
                seat_bot(new_seat, bot, taken)
            new_seat.save()
            taken.append(new_seat)
        if original.pk is not None:  # else it is a record of elsewhere
            Trial.objects.create(game=game, original=original, seq=seq)
        moves = seen.answers(seq)
        _write_moves(game, moves, now)
        seats = seats_of_game(game, now)
        for _seat, _action, events in moves:
            count_turns(seats, events)
        seats[seat].seen_seq, seats[seat].seen_at = seq, now
        store(LockedTable(game, seats, now), played, ())
        game.save()
        started.send(Started(game, seats, None, now))
        publishing.table_changed(game)
    return game


def _dealt_again(user: User, original: Game, seq: int, now: datetime) -> Game:
    """Return a running game of the same deal, without seats and moves."""
    return Game.objects.create(
        creator=user,
        status=Status.RUNNING,
        access=Access.INVITED,
        public=False,
        occasion=TRIAL.key,
        players=original.players,
        boards=original.boards,
        secret_agents=original.secret_agents,
        beginner=original.beginner,
        seed=original.seed,
        rules_version=original.rules_version,
        setup=original.setup,
        seq=seq,
        created_at=now,
        started_at=now,
        expires_at=now + OPEN_FOR,
    )


def _write_moves(game: Game, moves: Sequence[tuple[int, str, list[Event]]], now: datetime) -> None:
    """Write (seat, answer, events) as the moves of a game."""
    Move.objects.bulk_create(
        Move(
            game=game,
            seq=seq,
            seat=seat,
            action=action,
            events=[event.to_json() for event in events],
            at=now,
        )
        for seq, (seat, action, events) in enumerate(moves, 1)
    )
