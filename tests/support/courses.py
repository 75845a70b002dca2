"""Games that are played on in one go: a hundred answers in the time of a few requests.

What a service does with each answer, such as asking the next player, is done once, for the last
one. The table, its record and its clocks look as if the answers had been given one by one.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine import Chance
from engine import Game as EngineGame
from engine.bots import BOTS
from engine.events import Event
from games.tables import publishing
from games.tables.models import Game, Move, Seat
from games.tables.services import play, standstill
from games.tables.services.locks import lock_running

ANSWERS: dict[bytes, str] = {}
"""What the bot has answered: most tests play the same game."""


def legal_action(played: EngineGame, seat: int, seq: int) -> str:
    """Return what a simple bot would answer after `seq` moves."""
    question = json.dumps([played.snapshot(), seat, seq]).encode()
    key = hashlib.blake2b(question, digest_size=16).digest()
    if key not in ANSWERS:
        ANSWERS[key] = BOTS["noisy"](played.view(seat), Chance(f"test {seq}"))
    return ANSWERS[key]


def first_asked(played: EngineGame, asked: Sequence[Seat], seq: int) -> tuple[int, str]:
    """Return the seat with the lowest number and what a simple bot would answer."""
    number = asked[0].number
    return number, legal_action(played, number, seq)


def play_on(
    game: Game,
    most: int,
    now: datetime | None = None,
    until: Callable[[EngineGame, Sequence[Event]], bool] = lambda _played, _events: False,
    choose: Callable[[EngineGame, Sequence[Seat], int], tuple[int, str]] = first_asked,
) -> None:
    """Play so many answers at most, not the last of a game.

    `now`: when all of them are given. `until`: whether a game is where it is wanted, by all events
    since it was played on; the answer that leads to it is not given. `choose`: who of the seats
    that are asked answers, and what, after so many moves.
    """
    now = now or timezone.now()
    moves: list[Move] = []
    happened: list[Event] = []
    with transaction.atomic():
        table = lock_running(game.pk, now)
        game, seats = table.game, table.seats
        played = play.engine_game(game)
        while len(moves) < most:
            asked = [seats[number] for number in sorted(play.seats_asked(played, seats))]
            number, action = choose(played, asked, game.seq)
            ahead = played.copy()
            events = ahead.play(number, action)
            if ahead.outcome is not None or until(ahead, [*happened, *events]):
                break
            played = ahead
            happened += events
            game.seq += 1
            written = [event.to_json() for event in events]
            moves.append(
                Move(game=game, seq=game.seq, seat=number, action=action, events=written, at=now)
            )
            if not seats[number].bot:
                seats[number].seen_seq, seats[number].seen_at = game.seq, now
        if moves:
            play.count_turns(seats, happened)
            standstill.note(game, happened)
            Move.objects.bulk_create(moves)
            play.store(table, played, happened)
            game.version += len(moves) - 1
            publishing.table_changed(game, play.MOVED_FIELDS, seats)
