"""The table page and its forms, as a signed-in user or a visitor gets them."""

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.views import open_hand
from games.tables.models import Game
from games.tables.services.play import engine_game
from tests.support.factories import answer


def signed_in(user: User | None) -> Client:
    """Return a client, with a user signed in or anonymous."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(user: User | None, game: Game, query: str = "", **headers: Any) -> str:
    """Return the HTML of the table page for a user."""
    response = signed_in(user).get(reverse("table", args=[game.pk]) + query, **headers)
    assert response.status_code == 200
    return response.content.decode()


def menu(user: User | None, game: Game, **headers: Any) -> str:
    """Return the HTML of the menu, which the page fetches when it is opened."""
    response = signed_in(user).get(reverse("menu", args=[game.pk]), **headers)
    assert response.status_code == 200
    return response.content.decode()


def send(user: User, name: str, game: Game, **data: Any) -> Any:
    """Post a form of the page as an htmx request."""
    values = {"seq": game.seq, "steps": 0, **data}
    return signed_in(user).post(
        reverse(name, args=[game.pk]), values, headers={"HX-Request": "true"}
    )


def to_turn(game: Game) -> tuple[Game, User, int]:
    """Play to the next turn; return the game, the user whose turn it is, and the seat."""
    while engine_game(game).pending[0].kind != "turn":
        game = answer(game)
    number = engine_game(game).pending[0].seats[0]
    user = game.seats.get(number=number).user
    assert user is not None
    return game, user, number


def hand_of(game: Game, number: int) -> list[str]:
    """Return the cards of a seat."""
    cards = open_hand(engine_game(game).view(number), number)
    return cards
