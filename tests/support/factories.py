"""People and tables for tests: `game = running_game(player("ada"), player("bob"))`."""

import threading
from collections.abc import Callable
from datetime import datetime, time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games.clock import a_turn_in
from games.tables.models import OPEN_FOR, Game, Heartbeat, Message, Move, Seat
from games.tables.publishing import table_changed
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.play import engine_game, submit_actions, submit_bot_action
from games.tables.services.seen import mark_seen
from games.tables.services.starting import start_if_full
from games.tables.timekeeping import outages
from tests.support.courses import legal_action, play_on

PASSWORD = "correct horse"
SEED = "00000000000000000000000000000001"
LONGEST = 1000
"""More answers than any game has."""


def player(name: str, **fields: Any) -> User:
    """Return a player with a verified address and the password `PASSWORD`."""
    email = f"{name}@example.org"
    user = User.objects.create_user(name, email, PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def wakeful(name: str, **fields: Any) -> User:
    """Return a player who never sleeps, so that every hour counts."""
    return player(name, **{"sleep_from": time(0), "sleep_to": time(0), **fields})


def guest(name: str = "Guest-1") -> User:
    """Return a guest."""
    return User.objects.create(username=name, is_guest=True)


def table(*seats: User | str | None, now: datetime | None = None, **fields: Any) -> Game:
    """Return a table with people, bots and free seats; it runs if no player is missing.

    The first person is the creator. `pace`: a `games.clock.Pace`, or `None`; three days a turn if
    nothing is said.
    """
    now = now or timezone.now()
    pace = fields.pop("pace", a_turn_in(3))
    people = [seat for seat in seats if isinstance(seat, User)]
    game = Game.objects.create(
        creator=people[0] if people else None,
        **{
            "players": len(seats),
            "expires_at": now + OPEN_FOR,
            "seed": SEED,
            "pace": pace and pace.to_json(),
            "live": pace is not None and pace.live,
            **fields,
        },
    )
    for number, who in enumerate(seats):
        Seat.objects.create(
            game=game,
            number=number,
            user=who if isinstance(who, User) else None,
            bot=who if isinstance(who, str) else "",
        )
    start_if_full(game, now)
    table_changed(game)
    game.refresh_from_db()  # and its seats
    return game


def running_game(
    *seats: User | str, answers: int = 0, now: datetime | None = None, **fields: Any
) -> Game:
    """Return a running game in which so many answers have been given.

    The players of a live one are at the table, so that its clocks run.
    """
    game = table(*seats, now=now, **fields)
    if game.gathering:
        arrive(game, now)
    if answers:
        play_on(game, answers - 1, now)
        game = answer(game, now=now)
    return game


def arrive(game: Game, now: datetime | None = None, *users: User) -> None:
    """Let some players look at their table, or all of them."""
    for seat in game.seats.exclude(user=None):
        if not users or seat.user in users:
            mark_seen(seat, game, now)
    game.refresh_from_db()


def finished_game(*seats: User | str, **fields: Any) -> Game:
    """Return a game that has been played to its end."""
    game = table(*seats, **fields)
    play_on(game, LONGEST)
    return answer(game)


def legal_answer(game: Game) -> tuple[Seat, str]:
    """Return who is asked first, and what a simple bot would answer."""
    game.refresh_from_db()
    seat = game.seats.filter(asked=True).order_by("number")[0]
    return seat, legal_action(engine_game(game), seat.number, game.seq)


def answer(game: Game, now: datetime | None = None) -> Game:
    """Let the seat that is asked first give one legal answer; return the game as it is then."""
    seat, action = legal_answer(game)
    if seat.player is None:
        assert submit_bot_action(game.pk, seat.number, action, game.seq, now=now)
    else:
        submit_actions(seat.player, game.pk, [action], game.seq, now=now)
    game.refresh_from_db()
    return game


def refusal(status: int, verb: Callable[..., Any], *args: Any) -> str:
    """Call a service that must refuse with this status, and change nothing; return the sentence."""
    before = everything()
    with pytest.raises(Refused) as refused:
        verb(*args)
    assert refused.value.status == status, refused.value.sentence
    assert everything() == before
    return str(refused.value)


def everything() -> list[Any]:
    """Return all rows of tables, seats and moves."""
    return [
        list(rows.order_by("pk").values())
        for rows in (
            Game.objects.all(),
            Seat.objects.all(),
            Move.objects.all(),
            Message.objects.all(),
        )
    ]


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Run each in a thread of its own, all starting together; return results and errors."""
    gate = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(number: int) -> None:
        try:
            gate.wait(10)
            results[number] = works[number]()
        except Exception as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def sweep(now: datetime) -> int:
    """Check the clocks now, without an outage before; return how many games ended."""
    ended = mind_the_clocks(now)
    Heartbeat.objects.filter(worker__in=(outages.CLOCKS, outages.LIVE)).delete()
    return ended
