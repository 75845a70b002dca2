"""Hints: only against bots in unrated games, one step at a time, counted, and fair."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.agents import NUMBER
from engine.analysis.review import advise
from engine.bots.bot import options_of
from engine.views import open_hand
from games.clock import a_turn_in
from games.review.models import Hint
from games.review.services.hints import last_stage, take_hint
from games.review.stored import advice_from_json
from games.tables.models import Game
from games.tables.services.play import engine_game
from tests.support.factories import answer, refusal, running_game
from tests.support.leaking import hide_others, once_seen

pytestmark = pytest.mark.django_db

MARKED = re.compile(r'class="[^"]*\bcard\b[^"]*\bhinted\b[^"]*"\s+id="card-([^"]*)"')
"""The cards of a page that a hint speaks of."""


def asked_game(*seats: User | str, least: int = 4, **fields: Any) -> Game:
    """Return a friendly game in which the user of seat 0 begins a turn."""
    game = running_game(*seats, **{"pace": None, **fields})
    while True:
        asked = engine_game(game).pending[0]
        if game.seq >= least and asked.kind == "turn" and asked.seats == (0,):
            return game
        game = answer(game)


def test_the_card_then_the_turn_then_why(ada: User, client: Client) -> None:
    game = asked_game(ada, "greedy")
    table = reverse("table", args=[game.pk])
    assert "Give me a hint" in client.get(table).content.decode()
    take_hint(ada, game.pk, game.seq)
    hint = Hint.objects.get()
    card = advice_from_json(hint.advice).card
    page = client.get(table).content.decode()
    assert card in open_hand(engine_game(game).view(0), 0)
    assert f'Look at this card: <a class="agent-name" href="/symbols/cards/{card}/">' in page
    assert "Show the turn" in page
    assert "1 hint used" in page
    take_hint(ada, game.pk, game.seq)
    page = client.get(table).content.decode()
    assert "The engine would play this:" in page
    assert "2 hints used" in page
    hint.refresh_from_db()
    take_hint(ada, game.pk, game.seq)
    take_hint(ada, game.pk, game.seq)
    hint.refresh_from_db()
    assert hint.stage == last_stage(hint)
    assert Hint.objects.count() == 1


def test_the_advised_turn_is_legal_and_is_over_for_the_next_question(ada: User) -> None:
    game = asked_game(ada, "greedy")
    take_hint(ada, game.pk, game.seq)
    advice = advice_from_json(Hint.objects.get().advice)
    played = engine_game(game).copy()
    for step in advice.answers:
        played.play(0, step.action)
    game = answer(game)
    assert not Hint.objects.filter(game=game, seq=game.seq).exists()


def test_the_count_stays_for_the_whole_game(ada: User, client: Client) -> None:
    game = asked_game(ada, "greedy")
    take_hint(ada, game.pk, game.seq)
    seq = game.seq
    while game.seq == seq or not game.seats.get(number=0).asked:
        game = answer(game)
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    assert "1 hint used" in page
    assert "Give me a hint" in page


def test_a_click_on_an_old_page_changes_nothing(ada: User) -> None:
    game = asked_game(ada, "greedy")
    take_hint(ada, game.pk, game.seq - 1)
    assert not Hint.objects.exists()


def test_a_click_at_the_table_shows_the_table(ada: User, client: Client) -> None:
    game = asked_game(ada, "greedy")
    path = reverse("hint", args=[game.pk])
    response = client.post(path, {"seq": game.seq}, headers={"HX-Request": "true"})
    assert "Look at this card:" in response.content.decode()
    plain = client.post(path, {"seq": game.seq})
    assert plain.headers["Location"] == reverse("table", args=[game.pk])
    assert client.post(path, {"seq": "x"}).status_code == 422


@pytest.mark.parametrize(
    "fields", [{"pace": a_turn_in(14)}, {"rated": True}, {"sealed": True}], ids=str
)
def test_no_hints_in_a_game_that_counts(ada: User, client: Client, fields: dict[str, Any]) -> None:
    game = asked_game(ada, "greedy", **fields)
    assert "friendly games against bots" in refusal(403, take_hint, ada, game.pk, game.seq)
    assert "Give me a hint" not in client.get(reverse("table", args=[game.pk])).content.decode()


def test_no_hints_against_people(ada: User, ben: User, client: Client) -> None:
    game = asked_game(ada, ben)
    refusal(403, take_hint, ada, game.pk, game.seq)
    refusal(403, take_hint, ben, game.pk, game.seq)
    teams = asked_game(ada, "greedy", ben, "greedy", least=9)
    refusal(403, take_hint, ada, teams.pk, teams.seq)
    for each in (game, teams):
        assert "Give me a hint" not in client.get(each.get_absolute_url()).content.decode()


def test_the_mulligan_has_a_hint_that_marks_the_cards_to_replace(ada: User, client: Client) -> None:
    game = running_game(ada, "greedy", pace=None)
    table = reverse("table", args=[game.pk])
    assert "Give me a hint" in client.get(table).content.decode()
    take_hint(ada, game.pk, game.seq)
    advice = advice_from_json(Hint.objects.get().advice)
    (answer,) = advice.answers
    assert answer.action in options_of(engine_game(game).view(0))
    page = client.get(table).content.decode()
    assert "The engine would play this:" in page
    assert set(MARKED.findall(page)) == set(advice.cards)


def test_no_hints_while_waiting(ada: User) -> None:
    game = running_game(ada, "greedy", pace=None)
    while engine_game(game).pending[0].seats != (1,):
        game = answer(game)
    assert "not your turn" in refusal(409, take_hint, ada, game.pk, game.seq)


def test_no_hints_for_spectators_and_none_are_shown_to_them(ada: User, ben: User) -> None:
    game = asked_game(ada, "greedy")
    refusal(403, take_hint, ben, game.pk, game.seq)
    take_hint(ada, game.pk, game.seq)
    spectator = Client()
    spectator.force_login(ben)
    for client in (spectator, Client()):
        page = client.get(reverse("table", args=[game.pk])).content.decode()
        assert "Look at this card" not in page
        assert "hint used" not in page


def test_a_hint_is_the_same_whatever_is_hidden(ada: User) -> None:
    game = asked_game(ada, "greedy", least=12)
    before = advise(engine_game(game).view(0), "seed")
    assert hide_others(game, 0, once_seen(game, 0), False)
    game.refresh_from_db()
    other = engine_game(game)
    assert advise(other.view(0), "seed") == before
    assert all(slug in NUMBER for slug in open_hand(other.view(0), 0))


def test_a_hint_marks_its_card_in_the_hand(ada: User, client: Client) -> None:
    game = asked_game(ada, "greedy")
    table = reverse("table", args=[game.pk])
    assert not MARKED.findall(client.get(table).content.decode())
    take_hint(ada, game.pk, game.seq)
    card = advice_from_json(Hint.objects.get().advice).card
    assert MARKED.findall(client.get(table).content.decode()) == [card]
