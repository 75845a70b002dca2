"""The classes of the table on which its layout depends: they say what it shows."""

import re
from random import Random

import pytest
from django.urls import reverse

from accounts.models import User
from games.review.services.hints import take_hint
from games.tables.models import Game
from games.tables.services import drafts, plans
from tests.support.factories import running_game
from tests.tables.page.pages import hand_of, page, signed_in, to_turn
from tests.tables.time_pages.pages import turn_of

pytestmark = pytest.mark.django_db

SHOWN = {
    "has-uses": 'class="uses-list"',
    "has-answers": 'class="answers"',
    "has-steps": 'class="draft-steps"',
    "is-crowded": 'class="hand crowded"',
}
"""Class -> what is on the page then."""
BUTTON = re.compile(r'<button\s+class="use([^"]*)"\s+id="answer-')


def classes_of(html: str) -> set[str]:
    """Return the classes of the table, checked against what the page shows."""
    table = re.search(r'id="table"\s+class="([^"]*)"\s+data-asks="(\w+)"', html)
    assert table is not None
    classes = set(table[1].split())
    for name, sign in SHOWN.items():
        assert (name in classes) == (sign in html), name
    box = re.search(r'class="ask box ([^"]*)"', html)
    assert box is not None
    added = [name for name in ("final", "hinted") if f"is-{name}" in classes]
    own = {"final": "has-final", "hinted": "hinted"}
    assert box[1].split() == [table[2], *(own[name] for name in added)]
    here = ["here" in each.split() for each in BUTTON.findall(html)]
    assert ("has-list" in classes) == (here[2:3] == [False])
    assert ("has-aside" in classes) == (not all(here))
    return classes


def test_the_classes_of_a_game_hold_in_all_its_drafts(ada: User, bob: User) -> None:
    found = set[str]()
    random = Random(5)
    game = running_game(ada, bob, answers=30)
    for _ in range(9):
        game, user, number = to_turn(game)
        while True:
            game.refresh_from_db()
            draft = drafts.draft_of(game, game.seats.get(number=number))
            for card in hand_of(game, number)[:2]:
                found |= classes_of(page(user, game, f"?card={card}"))
            if draft.final or draft.decision is None:
                break
            drafts.add_to_draft(user, game.pk, random.choice(draft.decision.options), game.seq)
        drafts.confirm_draft(user, game.pk, game.seq)
        game.refresh_from_db()
        for viewer in (ada, bob, None):
            found |= classes_of(page(viewer, game))
    assert found >= {"has-uses", "has-answers", "has-steps", "has-aside", "is-mine"}


def test_a_plan_has_steps(ada: User, bob: User) -> None:
    game, user, _ = to_turn(running_game(ada, bob))
    waiting = bob if user == ada else ada
    ahead = reverse("plan", args=[game.pk])
    seat = game.seats.get(user=waiting)
    assert "has-steps" not in classes_of(page(waiting, game))
    while not plans.Plan.of(seat).actions:
        options = re.findall(r'name="action"\s+value="([^"]+)"', plan_page(waiting, game, ahead))
        plans.add_to_plan(waiting, game.pk, options[0])
        seat.refresh_from_db()
    assert "has-steps" in classes_of(plan_page(waiting, game, ahead))


def plan_page(user: User, game: Game, ahead: str) -> str:
    """Return the page on which a player who waits tries the next turn."""
    card = hand_of(game, game.seats.get(user=user).number)[0]
    return signed_in(user).get(ahead, {"card": card}).content.decode()


def test_a_hint_has_a_class_only_when_it_is_taken(ada: User) -> None:
    game = turn_of(ada, "noisy", pace=None)
    assert "is-hinted" not in classes_of(page(ada, game))
    take_hint(ada, game.pk, game.seq)
    assert "is-hinted" in classes_of(page(ada, game))
