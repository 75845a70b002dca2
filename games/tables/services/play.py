"""Playing: the one way a move gets into a game, and the ways a game ends without one."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from engine import EngineError, GameOver, MalformedAction
from engine import Game as EngineGame
from engine.events import Event, TurnSkipped, TurnStarted
from games import clock as arithmetic
from games.tables import publishing, time_words
from games.tables.announcements import Asked, Ended, asked, ended
from games.tables.models import CONTESTS, Ending, Game, Move, Proposal, Seat, Status
from games.tables.seats import acting_seat, both_have_played
from games.tables.timekeeping import absences, outages
from games.tables.timekeeping.clocks import asked_people, clock_of, keep, moved_on

MOST_DROPPED = 3
"""Games that a player may leave at their beginning within a day and then still call one off."""
MOST_ACTIONS = 60
"""No turn has more answers than this."""


def engine_game(game: Game) -> EngineGame:
    """Return the engine's game of a table that has started, from its snapshot."""
    return EngineGame.restore(game.snapshot)


def replayed(game: Game, upto: int | None = None) -> EngineGame:
    """Return the engine's game as its moves say, the first `upto` of them."""
    played = EngineGame.replay(game.setup)
    moves = game.moves.all() if upto is None else game.moves.filter(seq__lte=upto)
    for move in moves:
        played.play(move.seat, move.action)
    return played


def submit_actions(
    user: User,
    game_id: int,
    actions: Sequence[str],
    expected_seq: int,
    *,
    now: datetime | None = None,
) -> Game:
    """Play a person's answers, all or none, and return the game.

    `expected_seq` is the number of moves the player had in front of them. A second click on the
    same answers changes nothing and is no error. Raises `Refused`.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game, seats = lock_begun(game_id, now)
        seat_of(user, seats)
        answer(user, game, seats, actions, expected_seq, now)
    return game


def answer(
    user: User,
    game: Game,
    seats: list[Seat],
    actions: Sequence[str],
    expected_seq: int,
    now: datetime,
) -> None:
    """Play a person's answers at a table that `lock_begun` has locked; raises `Refused`."""
    if _are_the_moves(game, seats_of(user, seats), actions, expected_seq):
        return
    refuse_over(game)
    if not still_asks(game, expected_seq):
        raise Refused(_("The table has changed since. Have a look, then decide again."))
    seat = answering_seat(user, seats)
    _mind_the_time(game, seats, seat, now)
    _play(game, seats, seat, actions, now)
    Proposal.objects.filter(game=game).delete()  # an offer holds until the next answer


def submit_bot_action(
    game_id: int, number: int, action: str, expected_seq: int, *, now: datetime | None = None
) -> bool:
    """Play a bot's answer; false if it came too late, which is no error."""
    now = now or timezone.now()
    with transaction.atomic():
        outages.notice(now)
        game = Game.objects.select_for_update().get(pk=game_id)
        if game.status != Status.RUNNING or game.seq != expected_seq:
            return False
        seats = _seats(game)
        outages.catch_up(game, seats, now)
        seat = next(seat for seat in seats if seat.number == number)
        if not seat.bot or not seat.asked:
            return False
        try:
            _mind_the_time(game, seats, seat, now)
        except Refused:  # its teammate is asked too, and has let the time pass
            return False
        _play(game, seats, seat, [action], now)
    return True


def _mind_the_time(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    """Let vacation help where it can; raises `Refused` for a seat whose time has run out."""
    clock = clock_of(game, seats)
    if clock is None:
        return
    clock = absences.cover(game, seats, clock, now)
    if seat.asked and seat.side in arithmetic.late(clock, now):
        raise Refused(time_words.LATE)
    keep(game, clock)


def _play(game: Game, seats: list[Seat], seat: Seat, actions: Sequence[str], now: datetime) -> None:
    if not actions or len(actions) > MOST_ACTIONS:
        raise Refused(_("There is nothing to confirm."), 422)
    played = engine_game(game)
    moves = []
    happened: list[Event] = []
    for action in actions:
        try:
            events = played.play(seat.number, action)
        except MalformedAction as error:
            raise Refused(_("This is not an action."), 422) from error
        except GameOver as error:
            raise Refused(_("The game is over.")) from error
        except EngineError as error:
            raise Refused(_("This is not possible now.")) from error
        happened += events
        game.seq += 1
        moves.append(
            Move(
                game=game,
                seq=game.seq,
                seat=seat.number,
                action=action,
                events=[event.to_json() for event in events],
                at=now,
            )
        )
    _count_turns(seats, happened)
    Move.objects.bulk_create(moves)
    seat.draft = []
    if seat.abandoned_at is not None and seat.played_by_id is None:
        seat.back_at = now  # its teammate can't take it over for the time that passed before
    store(game, seats, played, happened, now)
    publishing.table_changed(game)


def still_asks(game: Game, seq: int) -> bool:
    """Whether a seat is asked the same now as after the first `seq` moves.

    In the mulligan it is, whatever others have chosen: the choices are simultaneous and secret.
    """
    in_mulligan = game.snapshot is not None and bool(game.snapshot["mulligan"])
    return seq == game.seq or (in_mulligan and 0 <= seq < game.seq)


def is_mulligan(action: str) -> bool:
    """Whether an answer chooses the cards to replace."""
    return action.partition(" ")[0] == "redraw"


def _count_turns(seats: list[Seat], events: Sequence[Event]) -> None:
    """A seat has completed a turn when the next one starts; `turns` counts those begun."""
    for event in events:
        if isinstance(event, TurnStarted):
            seats[event.seat].turns += 1


def store(
    game: Game, seats: list[Seat], played: EngineGame, events: Sequence[Event], now: datetime
) -> None:
    """Write what the engine says now: snapshot, who is asked, until when, how it ended."""
    clock = clock_of(game, seats)
    before = asked_people(seats)
    turn_before = _turn_of(game.snapshot)
    game.snapshot = played.snapshot()
    turn = _turn_of(game.snapshot)
    _ask(game, seats, played, turn, now)
    if clock is not None:
        over, begins = _turns(turn_before, turn, events)
        keep(game, moved_on(clock, before, seats, over, begins, now))
    outcome = played.outcome
    if outcome is not None:
        ending = Ending(outcome.victory) if outcome.victory else Ending.DRAW
        finish(game, seats, outcome.winner, ending, now)
    game.save()


def _ask(
    game: Game, seats: list[Seat], played: EngineGame, turn: int | None, now: datetime
) -> None:
    """Mark the seats that the engine asks, and announce those that it had not asked before."""
    numbers = seats_asked(played, seats)
    for seat in seats:
        is_new = seat.number in numbers and not seat.asked
        seat.asked = seat.number in numbers
        if is_new:
            seat.asked_at = now
            asked.send(Asked(game, seat, turn == seat.side, now))
        seat.save(update_fields=["asked", "asked_at", "back_at", "turns", "draft"])


def seats_asked(played: EngineGame, seats: Iterable[Seat]) -> set[int]:
    """Return the seats that have something to answer.

    What each of a team may answer, a bot leaves to its teammate: it would always be quicker.
    """
    bots = {seat.number for seat in seats if seat.bot}
    asked: set[int] = set()
    for decision in played.pending:
        asked |= set(decision.seats) - bots or set(decision.seats)
    return asked


def _turn_of(snapshot: dict[str, Any] | None) -> int | None:
    """Return the side whose turn it is; `None` before the first turn and after the last."""
    if snapshot is None or snapshot["mulligan"] or snapshot["outcome"]:
        return None
    table = snapshot["table"]
    side: int = table["to_move"] if table["players"] == 2 else table["side_to_move"]
    return side


def _turns(
    before: int | None, after: int | None, events: Sequence[Event]
) -> tuple[int | None, int | None]:
    """Return the side whose turn is over, and the side whose turn begins."""
    # A side that can't play is skipped: then the same side has one turn after the other.
    began = {event.seat % 2 for event in events if isinstance(event, TurnStarted | TurnSkipped)}
    over = before if before != after or began - {before} else None
    return over, after if over is not None or before != after else None


def finish(
    game: Game, seats: Sequence[Seat], winner: int | None, ending: Ending, now: datetime
) -> None:
    """Mark a game as finished with a result, which earns vacation; the caller saves it."""
    game.status = Status.FINISHED
    game.winner = winner
    if game.rated and both_have_played(seats):
        absences.earn_vacation(seats)
    _end(game, seats, ending, now)


def break_off(
    game: Game,
    seats: Sequence[Seat],
    ending: Ending | str,
    now: datetime,
    late: Sequence[int] = (),
) -> None:
    """Mark a game as ended without a result; the caller saves it.

    `late`: the sides that let their time run out, which a contest may count all the same.
    """
    game.status = Status.ABORTED
    _end(game, seats, ending, now, late)


def _end(
    game: Game,
    seats: Sequence[Seat],
    ending: Ending | str,
    now: datetime,
    late: Sequence[int] = (),
) -> None:
    game.ending = ending
    game.finished_at = now
    game.deadline = game.paused_until = None
    game.gathering = False
    for seat in seats:
        seat.asked = False
    game.seats.update(asked=False, draft=[])
    Proposal.objects.filter(game=game).delete()
    ended.send(Ended(game, seats, now, late))


def resign(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Give the game up for one's side."""
    now = now or timezone.now()
    with transaction.atomic():
        game, seats = lock_running(game_id, now)
        seat = seat_of(user, seats)
        refuse_replaced(seat)
        if not both_have_played(seats):
            drop(seat, now)
        finish(game, seats, 1 - seat.side, Ending.RESIGNATION, now)
        game.save()
        publishing.table_changed(game)
    return game


def may_abort(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Whether the player of a seat may still call the game off: before their side's first turn.

    What is played for a contest can only be resigned.
    """
    begun = any(seat.turns for seat in seats if seat.side == own.side)
    return game.occasion not in CONTESTS and not begun


def abort(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """End a game without a result, before one's first turn; raises `Refused`.

    It counts against one's reliability, and against people only so often (`MOST_DROPPED`).
    """
    now = now or timezone.now()
    with transaction.atomic():
        game, seats = lock_running(game_id, now)
        seat = seat_of(user, seats)
        refuse_replaced(seat)
        if game.occasion in CONTESTS:
            raise Refused(_("This game is part of a contest: it can be resigned, not called off."))
        if not may_abort(game, seats, seat):
            raise Refused(_("Your first turn has begun: you can only resign now."))
        if any(each.user_id is not None for each in seats if each.pk != seat.pk):
            _refuse_dropping(user, now)
            drop(seat, now)
        break_off(game, seats, "", now)
        game.save()
        publishing.table_changed(game)
    return game


def drop(seat: Seat, now: datetime) -> None:
    """Remember that a player has left a game that had hardly begun, for their reliability."""
    seat.dropped_at = now
    seat.save(update_fields=["dropped_at"])


def _refuse_dropping(user: User, now: datetime) -> None:
    dropped = Seat.objects.filter(user=user, dropped_at__gt=now - timedelta(days=1))
    if dropped.count() >= MOST_DROPPED:
        raise Refused(
            _("You have left 3 games at their beginning within a day. Resign, or play on."), 429
        )


def lock_running(game_id: int, now: datetime) -> tuple[Game, list[Seat]]:
    """Return the locked row of a running game with its seats, or raise `Refused`."""
    game, seats = lock_begun(game_id, now)
    refuse_over(game)
    return game, seats


def refuse_over(game: Game) -> None:
    """Raise `Refused` for a game that is over."""
    if game.status != Status.RUNNING:
        raise Refused(_("The game is over."))


def lock_begun(game_id: int, now: datetime) -> tuple[Game, list[Seat]]:
    """Return the locked row of a game that has started, over or not, with its seats.

    Raises `Refused`. Its players have every outage back by then.
    """
    outages.notice(now)
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Status.OPEN:
        raise Refused(_("The game has not started yet."))
    seats = _seats(game)
    outages.catch_up(game, seats, now)
    return game, seats


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user", "played_by"))


def seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    """Return the seat of a user, or raise `Refused`."""
    for seat in seats:
        if seat.user_id is not None and seat.user_id == user.pk:
            return seat
    raise Refused(_("You do not play at this table."), 403)


def seats_of(user: User, seats: Sequence[Seat]) -> set[int]:
    """Return the numbers of the seats that a user answers for: their own, and those taken over."""
    return {seat.number for seat in seats if seat.player == user}


def answering_seat(user: User, seats: Sequence[Seat]) -> Seat:
    """Return the seat that a user answers for now, or raise `Refused`."""
    seat = acting_seat(seats, user)
    if seat is None:
        raise Refused(_("You do not play at this table."), 403)
    refuse_replaced(seat, user)
    return seat


def refuse_replaced(seat: Seat, user: User | None = None) -> None:
    """Raise `Refused` for a player whose teammate plays on for them."""
    if seat.played_by is not None and seat.played_by != user:
        raise Refused(_("You let your time pass, and your teammate plays on for you."), 403)


def _are_the_moves(
    game: Game, numbers: Collection[int], actions: Sequence[str], expected_seq: int
) -> bool:
    if game.seq == expected_seq or not actions:
        return False
    moves = game.moves.filter(seq__gt=expected_seq)
    if is_mulligan(actions[0]):
        moves = moves.filter(seat__in=numbers)
    played = [move.action for move in moves[: len(actions)] if move.seat in numbers]
    return played == list(actions)
