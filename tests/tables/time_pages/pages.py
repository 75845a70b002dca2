"""Pages about time, read as a user or a visitor."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django.urls import reverse

from accounts.models import User
from games.tables.models import Game
from games.tables.services import drafts
from games.tables.services.play import engine_game
from tests.support.factories import answer, running_game
from tests.tables.page.pages import signed_in

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""
ONE_DAY, ONE_HOUR = timedelta(days=1), timedelta(hours=1)


def text_of(response: Any) -> str:
    """Return the text of a response, with single spaces."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())))


def read(user: User | None, game: Game) -> str:
    """Return the text of the table page for a user."""
    response = signed_in(user).get(reverse("table", args=[game.pk]))
    assert response.status_code == 200
    return text_of(response)


def menu(user: User | None, game: Game) -> str:
    """Return the text of the menu for a user."""
    response = signed_in(user).get(reverse("menu", args=[game.pk]))
    assert response.status_code == 200
    return text_of(response)


def send(user: User, name: str, game: Game, **data: Any) -> Any:
    """Post a form of the page as an htmx request, and load the game anew."""
    response = signed_in(user).post(
        reverse(name, args=[game.pk]), data, headers={"HX-Request": "true"}
    )
    game.refresh_from_db()
    return response


def turn_of(user: User, *others: User | str, **fields: Any) -> Game:
    """Return a game with a turn of a user."""
    game = running_game(user, *others, now=T0, **fields)
    while True:
        asked = engine_game(game).pending[0]
        if asked.kind == "turn" and game.seats.get(number=asked.seats[0]).user == user:
            return game
        game = answer(game, T0)


def draft_to_the_end(user: User, game: Game) -> None:
    """Draft the first legal answers until the draft can be confirmed."""
    while True:
        seat = game.seats.get(user=user)
        draft = drafts.draft_of(game, seat)
        if draft.decision is None or draft.final:
            return
        drafts.add_to_draft(user, game.pk, draft.decision.options[0], game.seq)
