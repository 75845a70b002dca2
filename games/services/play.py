"""Playing: the one way a move gets into a game, and the ways a game ends without one."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from engine import EngineError, GameOver, MalformedAction
from engine import Game as EngineGame
from engine.events import Event, TurnStarted
from games.models import Ending, Game, Move, Seat, Status, TurnMail
from games.services import notify
from games.services.refusals import Refused

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


def submit_actions(user: User, game_id: int, actions: Sequence[str], expected_seq: int) -> Game:
    """Play a person's answers, all or none, and return the game.

    `expected_seq` is the number of moves the player had in front of them. A second click on the
    same answers changes nothing and is no error. Raises `Refused`.
    """
    with transaction.atomic():
        game, seats = lock_running(game_id)
        seat = seat_of(user, seats)
        if game.seq != expected_seq:
            if _are_the_moves(game, seat, actions, expected_seq):
                return game
            raise Refused(_("The table has changed since. Have a look, then decide again."))
        _play(game, seats, seat, actions)
    return game


def submit_bot_action(game_id: int, number: int, action: str, expected_seq: int) -> bool:
    """Play a bot's answer; false if it came too late, which is no error."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if game.status != Status.RUNNING or game.seq != expected_seq:
            return False
        seats = list(game.seats.all())
        seat = next(seat for seat in seats if seat.number == number)
        if not seat.bot or not seat.asked:
            return False
        _play(game, seats, seat, [action])
    return True


def _play(game: Game, seats: list[Seat], seat: Seat, actions: Sequence[str]) -> None:
    if not actions or len(actions) > MOST_ACTIONS:
        raise Refused(_("There is nothing to confirm."), 422)
    played = engine_game(game)
    moves = []
    for action in actions:
        try:
            events = played.play(seat.number, action)
        except MalformedAction as error:
            raise Refused(_("This is not an action."), 422) from error
        except GameOver as error:
            raise Refused(_("The game is over.")) from error
        except EngineError as error:
            raise Refused(_("This is not possible now.")) from error
        game.seq += 1
        moves.append(
            Move(
                game=game,
                seq=game.seq,
                seat=seat.number,
                action=action,
                events=[event.to_json() for event in events],
            )
        )
        _count_turns(seats, events)
    Move.objects.bulk_create(moves)
    seat.draft = []
    store(game, seats, played)
    notify.table_changed(game)


def _count_turns(seats: list[Seat], events: Sequence[Event]) -> None:
    """A seat has completed a turn when the next one starts; `turns` counts those begun."""
    for event in events:
        if isinstance(event, TurnStarted):
            seats[event.seat].turns += 1


def store(game: Game, seats: list[Seat], played: EngineGame) -> None:
    """Write what the engine says now: snapshot, who is asked, until when, how it ended."""
    now = timezone.now()
    asked = {number for decision in played.pending for number in decision.seats}
    before = {seat.number for seat in seats if seat.asked}
    for seat in seats:
        seat.asked = seat.number in asked
        if seat.asked and seat.number not in before:
            seat.asked_at = now
            _plan_mail(game, seat)
        seat.save()
    game.snapshot = played.snapshot()
    people = [seat for seat in seats if seat.asked and not seat.bot]
    if not people:
        game.deadline = None
    elif asked != before or game.deadline is None:
        game.deadline = now + timedelta(seconds=game.turn_seconds)
    outcome = played.outcome
    if outcome is not None:
        ending = Ending(outcome.victory) if outcome.victory else Ending.DRAW
        finish(game, outcome.winner, ending)
    game.save()


def finish(game: Game, winner: int | None, ending: Ending) -> None:
    """Mark a game as finished; the caller saves it."""
    game.status = Status.FINISHED
    game.winner = winner
    game.ending = ending
    game.finished_at = timezone.now()
    game.deadline = None
    game.seats.update(asked=False, draft=[])


def _plan_mail(game: Game, seat: Seat) -> None:
    """Plan the mail that says it is their turn, for those who may not be looking."""
    if seat.user_id is None or game.is_live or game.status != Status.RUNNING:
        return
    due = timezone.now() + timedelta(minutes=settings.TURN_MAIL_AFTER_MINUTES)
    TurnMail.objects.get_or_create(seat=seat, seq=game.seq, defaults={"due_at": due})


def resign(user: User, game_id: int) -> Game:
    """Give the game up for one's side."""
    with transaction.atomic():
        game, seats = lock_running(game_id)
        seat = seat_of(user, seats)
        finish(game, 1 - seat.side, Ending.RESIGNATION)
        game.save()
        notify.table_changed(game)
    return game


def may_abort(seats: Sequence[Seat]) -> bool:
    """Whether some side has not completed a turn yet, so that nobody has lost much."""
    # A seat's second turn starts when it has completed its first.
    return any(not any(seat.turns > 1 for seat in seats if seat.side == side) for side in (0, 1))


def abort(user: User, game_id: int) -> Game:
    """End a game without a result, before both sides have completed a turn."""
    with transaction.atomic():
        game, seats = lock_running(game_id)
        seat_of(user, seats)
        if not may_abort(seats):
            raise Refused(_("Both sides have completed a turn: the game counts now."))
        game.status = Status.ABORTED
        game.finished_at = timezone.now()
        game.deadline = None
        game.seats.update(asked=False, draft=[])
        game.save()
        notify.table_changed(game)
    return game


def expire_clocks() -> int:
    """End the games in which somebody let their time pass; return how many."""
    ended = 0
    due = Game.objects.filter(status=Status.RUNNING, deadline__lte=timezone.now())
    for game_id in due.values_list("pk", flat=True)[:200]:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.status != Status.RUNNING or not game.deadline:
                continue
            if game.deadline > timezone.now():
                continue
            late = {seat.side for seat in game.seats.all() if seat.asked and not seat.bot}
            if len(late) == 1:
                finish(game, 1 - late.pop(), Ending.TIME)
            else:  # both sides let the mulligan pass: nobody has lost
                game.status = Status.ABORTED
                game.finished_at = timezone.now()
                game.deadline = None
                game.seats.update(asked=False, draft=[])
            game.save()
            notify.table_changed(game)
            ended += 1
    return ended


def lock_running(game_id: int) -> tuple[Game, list[Seat]]:
    """Return the locked row of a running game with its seats, or raise `Refused`."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Status.OPEN:
        raise Refused(_("The game has not started yet."))
    if game.status != Status.RUNNING:
        raise Refused(_("The game is over."))
    return game, list(game.seats.select_related("user"))


def seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    """Return the seat of a user, or raise `Refused`."""
    for seat in seats:
        if seat.user_id is not None and seat.user_id == user.pk:
            return seat
    raise Refused(_("You do not play at this table."), 403)


def _are_the_moves(game: Game, seat: Seat, actions: Sequence[str], expected_seq: int) -> bool:
    moves = game.moves.filter(seq__gt=expected_seq)[: len(actions)]
    played = [(move.seat, move.action) for move in moves]
    return bool(actions) and played == [(seat.number, action) for action in actions]
