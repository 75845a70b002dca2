"""People and tables for tests: `game = running_game(player("ada"), player("bob"))`."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from engine import Chance
from engine.bots import BOTS
from games.models import OPEN_FOR, Game, Message, Move, Seat, Status
from games.services.notify import table_changed
from games.services.play import engine_game, submit_actions, submit_bot_action
from games.services.refusals import Refused
from games.services.tables import start_if_full

PASSWORD = "correct horse"
SEED = "00000000000000000000000000000001"


def player(name: str, **fields: Any) -> User:
    """Return a player with a verified address and the password `PASSWORD`."""
    email = f"{name}@example.org"
    user = User.objects.create_user(name, email, PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def guest(name: str = "Guest-1") -> User:
    """Return a guest."""
    return User.objects.create(username=name, is_guest=True)


def table(*seats: User | str | None, **fields: Any) -> Game:
    """Return a table with people, bots and free seats; it runs if nobody is missing.

    The first person is the creator.
    """
    people = [seat for seat in seats if isinstance(seat, User)]
    game = Game.objects.create(
        creator=people[0] if people else None,
        **{
            "players": len(seats),
            "expires_at": timezone.now() + OPEN_FOR,
            "seed": SEED,
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
    start_if_full(game)
    table_changed(game)
    return game


def running_game(*seats: User | str, answers: int = 0, **fields: Any) -> Game:
    """Return a running game in which so many answers have been given."""
    game = table(*seats, **fields)
    for _ in range(answers):
        game = answer(game)
    return game


def finished_game(*seats: User | str, **fields: Any) -> Game:
    """Return a game that has been played to its end."""
    game = table(*seats, **fields)
    while game.status == Status.RUNNING:
        game = answer(game)
    return game


def legal_answer(game: Game) -> tuple[Seat, str]:
    """Return who is asked first, and what a simple bot would answer."""
    game.refresh_from_db()
    seat = game.seats.filter(asked=True).select_related("user").order_by("number")[0]
    view = engine_game(game).view(seat.number)
    return seat, BOTS["noisy"](view, Chance(f"test {game.seq}"))


def answer(game: Game) -> Game:
    """Let whoever is asked first give one legal answer; return the game as it is then."""
    seat, action = legal_answer(game)
    if seat.user is None:
        assert submit_bot_action(game.pk, seat.number, action, game.seq)
    else:
        submit_actions(seat.user, game.pk, [action], game.seq)
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
