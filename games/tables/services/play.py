"""Moves: the only way in which an answer changes a game."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.prepared import PreparedUpdate
from common.refusals import Refused
from engine import EngineError, GameOver, MalformedAction
from engine import Game as EngineGame
from engine.events import Event, TurnSkipped, TurnStarted
from engine.public_types import Snapshot
from games.tables import publishing
from games.tables.announcements import Asked, Overtaken, asked, overtaken
from games.tables.models import Ending, Game, Move, Seat, Status, Void
from games.tables.moves import moves_of
from games.tables.seats import (
    answering_seat,
    is_overdue,
    players_of,
    seat_of,
    seats_of,
    seats_of_game,
)
from games.tables.services import ending, standstill
from games.tables.services.locks import lock_begun, lock_game, refuse_over
from games.tables.timekeeping import absences, outages
from games.tables.timekeeping.clocks import CLOCK_FIELDS, LockedTable

MOST_ACTIONS = 60
"""More answers than any turn has."""
SEATS = PreparedUpdate(
    Seat,
    *("asked", "asked_at", "back_at", "turns", "draft", "draft_seq", "seen_seq", "seen_at"),
    *("sealed_at", "sends_at", "plan", "void"),
)
"""Writes the fields of seats that an answer changes."""
OWN_TURN = ("recruit", "develop", "lead", "first")
"""The verbs of answers that begin a seat's own turn."""
MOVED_FIELDS = ("seq", "snapshot", "still_turns", *CLOCK_FIELDS)
"""The fields of a running game that an answer changes, besides its version."""
ENGINE = "_engine"
"""Where a row keeps its snapshot and the engine's game of it."""
TABLE_CHANGED = gettext_lazy("The table has changed. Look at it again, then choose.")


def engine_game(game: Game) -> EngineGame:
    """Return the engine's game of a table that has started, restored from its snapshot.

    It is restored once for each snapshot of a row, and only looked at: a copy of it can be played.
    """
    kept: tuple[object, EngineGame] | None = vars(game).get(ENGINE)
    if kept is not None and kept[0] is game.snapshot:
        return kept[1]
    engine = EngineGame.restore(game.snapshot)
    keep_engine(game, engine)
    return engine


def keep_engine(game: Game, engine: EngineGame) -> None:
    """Keep the engine's game of a row's snapshot with the row."""
    vars(game)[ENGINE] = game.snapshot, engine


def replayed(game: Game, upto: int | None = None) -> EngineGame:
    """Return the engine's game replayed from its moves, the first `upto` of them or all."""
    played = EngineGame.replay(game.setup)
    for move in moves_of(game)[:upto]:
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
    """Play a player's answers, all or none, and return the game; raises `Refused`.

    `expected_seq`: the number of moves on the player's page. Submitting the same answers twice
    changes nothing and is not an error.
    """
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_begun(game_id, now)
        seat_of(user, table.seats)
        answer(user, table, actions, expected_seq)
    return table.game


def answer(user: User, table: LockedTable, actions: Sequence[str], expected_seq: int) -> None:
    """Play a player's answers in a game that `lock_begun` has locked; raises `Refused`."""
    game = table.game
    if _already_played(game, seats_of(user, table.seats), actions, expected_seq):
        return
    refuse_over(game)
    refuse_changed(game, expected_seq)
    play_answers(table, answering_seat(user, table.seats), actions)


def refuse_changed(game: Game, expected_seq: int) -> None:
    """Raise `Refused` if the seats are asked something else than after `expected_seq` moves."""
    if not still_asks(game, expected_seq):
        raise Refused(TABLE_CHANGED, code="table_changed")


def play_answers(
    table: LockedTable, seat: Seat, actions: Sequence[str], sealed_at: datetime | None = None
) -> None:
    """Play the answers of a seat's player; raises `Refused`.

    `sealed_at`: when they were confirmed, if that was before.
    """
    absences.check_time(table, seat, sealed_at or table.now)
    _play(table, seat, actions, sealed_at)
    table.game.drop_proposal()  # a proposal lapses with the next answer


def submit_bot_action(
    game_id: int, number: int, action: str, expected_seq: int, *, now: datetime | None = None
) -> bool:
    """Play a bot's answer; return false if the game has changed or ended meanwhile."""
    now = now or timezone.now()
    with transaction.atomic():
        outages.notice(now)
        game = lock_game(game_id)
        if game.status != Status.RUNNING or game.seq != expected_seq:
            return False
        table = LockedTable(game, seats_of_game(game, now), now)
        outages.catch_up(table)
        seat = next(seat for seat in table.seats if seat.number == number)
        if not seat.bot or not seat.asked:
            return False
        try:
            absences.check_time(table, seat, now)
        except Refused:  # the time of its teammate, who is asked too, has run out
            transaction.set_rollback(True)  # gives back the vacation hours that did not suffice
            return False
        _play(table, seat, [action])
    return True


def _play(
    table: LockedTable, seat: Seat, actions: Sequence[str], sealed_at: datetime | None = None
) -> None:
    """Play a seat's answers; `sealed_at`: when they were confirmed, if that was before."""
    game, seats, now = table.game, table.seats, table.now
    if not actions or len(actions) > MOST_ACTIONS:
        raise Refused(_("There is nothing to confirm."), 422)
    played = engine_game(game).copy()
    waiting = {other.number: _waiting_answer(game, other) for other in seats if other is not seat}
    moves = []
    happened: list[Event] = []
    # The row changes after the last answer: a refusal leaves it to the caller as it was.
    for seq, action in enumerate(actions, game.seq + 1):
        try:
            events = played.play(seat.number, action)
        except MalformedAction as error:
            raise Refused(_("This is not a valid action."), 422, code=error.code) from error
        except GameOver as error:
            raise Refused(_("The game is over."), code=error.code) from error
        except EngineError as error:
            raise Refused(_("You can't do that now."), code=error.code) from error
        happened += events
        moves.append(
            Move(
                game=game,
                seq=seq,
                seat=seat.number,
                action=action,
                events=[event.to_json() for event in events],
                at=now,
            )
        )
    game.seq += len(moves)
    count_turns(seats, happened)
    stands_still = standstill.note(game, happened)
    Move.objects.bulk_create(moves)
    seat.draft = []
    seat.void = ""
    if actions[0].partition(" ")[0] in OWN_TURN:  # what was planned for it is over
        seat.plan = {}
    is_here = sealed_at is None and seat.played_by_id is None
    if seat.user_id is not None and is_here:  # who answers looks at the table
        seat.seen_seq, seat.seen_at = game.seq, now
    if seat.abandoned_at is not None and seat.played_by_id is None:
        seat.back_at = now  # ends the teammate's right to take over the seat
    answered = Answered(seat, waiting, sealed_at)
    store(table, played, happened, answered, stands_still=stands_still)
    if game.status == Status.RUNNING:
        publishing.table_changed(game, MOVED_FIELDS, seats)
    else:
        game.save()
        publishing.table_changed(game)


def _waiting_answer(game: Game, seat: Seat) -> str:
    """Return what a seat has answered that is not played yet: a draft, or a turn it confirmed."""
    is_answer = seat.asked and seat.draft and still_asks(game, seat.draft_seq)
    if not is_answer or seat.is_standing_answer:
        return ""
    return Void.DRAFT if seat.sends_at is None else Void.TURN


def still_asks(game: Game, seq: int) -> bool:
    """Whether the seats are asked the same question now as after the first `seq` moves.

    They are throughout the mulligan, in which the choices are simultaneous and secret.
    """
    in_mulligan = game.snapshot is not None and bool(game.snapshot["mulligan"])
    return seq == game.seq or (in_mulligan and 0 <= seq < game.seq)


def is_mulligan(action: str) -> bool:
    """Whether an answer chooses the cards to replace."""
    return action.partition(" ")[0] == "redraw"


def count_turns(seats: list[Seat], events: Sequence[Event]) -> None:
    """Add the turns that have started to the seats' counts."""
    for event in events:
        if isinstance(event, TurnStarted):
            seats[event.seat].turns += 1


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer that has changed a game."""

    seat: Seat
    waiting: Mapping[int, str]
    """What other seats had drafted or confirmed (`Void`), by their numbers; empty: nothing."""
    sealed_at: datetime | None = None
    """When it was confirmed, if that was before it was played: then its side's clock stopped."""

    def is_by_player_of(self, seat: Seat) -> bool:
        """Whether the player of a seat has given it now, and so sees what is asked next."""
        if self.sealed_at is not None:
            return False
        player = seat.played_by_id or seat.user_id
        own = self.seat.played_by_id or self.seat.user_id
        return seat is self.seat or (player is not None and player == own)


def store(
    table: LockedTable,
    played: EngineGame,
    events: Sequence[Event],
    answered: Answered | None = None,
    *,
    stands_still: bool = False,
) -> None:
    """Store the state of the engine: its snapshot, the clock, the seats asked and the result.

    Saves the seats; the caller saves the game. `answered`: the answer; `None` at the start.
    `stands_still`: whether the game is drawn, as no disc has moved for too long.
    """
    game, seats = table.game, table.seats
    turn_before = _turn_of(game.snapshot)
    game.snapshot = played.snapshot()
    keep_engine(game, played)
    turn = _turn_of(game.snapshot)
    outcome = played.outcome
    is_over = outcome is not None or stands_still
    now_asked = set() if is_over else seats_asked(played, seats)
    was_asked = [seat for seat in seats if seat.asked]
    waited_for = {seat.number for seat in was_asked if seat.sends_at is None}
    for seat in seats:
        seat.asked = seat.number in now_asked
    over, begins = _turns(turn_before, turn, events)
    table.move_clock_on(was_asked, over, begins, answered.sealed_at if answered else None)
    _ask(table, was_asked, turn, answered)
    if now_asked != waited_for:
        publishing.games_changed(players_of(seats))
    if outcome is not None:
        victory = Ending(outcome.victory) if outcome.victory else Ending.DRAW
        ending.finish(table, outcome.winner, victory)
    elif stands_still:
        ending.finish(table, None, Ending.STANDSTILL)


def _ask(
    table: LockedTable, before: Collection[Seat], turn: int | None, answered: Answered | None
) -> None:
    """Announce what the seats are asked that they were not asked before, and save the seats.

    `before`: the seats that were asked. A teammate's answer can make void what a seat has drafted
    or confirmed: its player is told, and asked anew if there still is something to answer.
    """
    game, now = table.game, table.now
    in_mulligan = game.snapshot is not None and bool(game.snapshot["mulligan"])
    for seat in table.seats:
        was_asked = seat in before
        if in_mulligan and seat.asked and was_asked:  # all choose at the same time
            continue
        seat.sealed_at = seat.sends_at = None  # its draft was for another position
        is_new = seat.asked and not (was_asked and answered and answered.is_by_player_of(seat))
        void = answered.waiting.get(seat.number, "") if answered else ""
        if void or is_new:
            seat.void = void
        if is_new:
            if not was_asked or not is_overdue(seat):
                seat.asked_at = now
            asked.send(Asked(game, seat, turn == seat.side, now, void))
        elif void == Void.TURN:
            overtaken.send(Overtaken(game, seat, now))
    SEATS.write(table.seats)


def seats_asked(played: EngineGame, seats: Iterable[Seat]) -> set[int]:
    """Return the numbers of the seats that have something to answer.

    A decision that either member of a team may answer is not asked of a bot, which would always
    be quicker than its teammate.
    """
    bots = {seat.number for seat in seats if seat.bot}
    numbers: set[int] = set()
    for decision in played.pending:
        numbers |= set(decision.seats) - bots or set(decision.seats)
    return numbers


def is_own_turn(game: Game, seat: Seat) -> bool:
    """Whether it is the turn of the seat's side."""
    return _turn_of(game.snapshot) == seat.side


def _turn_of(snapshot: Snapshot | None) -> int | None:
    """Return the side whose turn it is; `None` before the first turn and after the last."""
    if snapshot is None or snapshot["mulligan"] or snapshot["outcome"]:
        return None
    table = snapshot["table"]
    return table["to_move"] if table["players"] == 2 else table["side_to_move"]


def _turns(
    before: int | None, after: int | None, events: Sequence[Event]
) -> tuple[int | None, int | None]:
    """Return the side whose turn has ended, and the side whose turn has started."""
    # If a side can't play and is skipped, the other side has two turns in a row.
    began = {event.seat % 2 for event in events if isinstance(event, TurnStarted | TurnSkipped)}
    over = before if before != after or began - {before} else None
    return over, after if over is not None or before != after else None


def _already_played(
    game: Game, numbers: Collection[int], actions: Sequence[str], expected_seq: int
) -> bool:
    """Whether these answers are the moves that the seats have made since `expected_seq`."""
    if game.seq == expected_seq or not actions:
        return False
    moves = moves_of(game, expected_seq)
    if is_mulligan(actions[0]):
        moves = [move for move in moves if move.seat in numbers]
    played = [move.action for move in moves[: len(actions)] if move.seat in numbers]
    return played == list(actions)
