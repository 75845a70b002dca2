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
    "has-uses": r'class="uses-list"',
    "has-answers": r'class="\s*answers\b',
    "has-steps": r'class="draft-steps\b',
    "is-crowded": r'class="hand crowded"',
}
"""Class -> what is on the page then."""
BUTTON = re.compile(r'<button\s+class="\s*use\b([^"]*)"\s+id="answer-(.*?)</button>', re.DOTALL)


def classes_of(html: str) -> set[str]:
    """Return the classes of the table, checked against what the page shows."""
    table = re.search(r'id="table"\s+class="([^"]*)"\s+data-asks="(\w+)"', html)
    assert table is not None
    classes = set(table[1].split())
    for name, sign in SHOWN.items():
        assert (name in classes) == (re.search(sign, html) is not None), name
    root = re.search(r'<html[^>]*?class="([^"]*)"', html, re.DOTALL)
    assert root is not None
    assert ("has-final" in root[1].split()) == ("is-final" in classes)
    box = re.search(r'class="\s*ask box ([^"]*)"', html)
    assert box is not None
    own = {
        "has-final": "is-final" in classes,
        "stepped": 'data-shown="' in html,
        "planned": 'id="plan"' in html,
        "hinted": "is-hinted" in classes,
        "hintable": 'id="take-hint"' in html and "is-hinted" not in classes,
    }
    assert box[1].split() == [table[2], *(name for name, holds in own.items() if holds)]
    buttons = [(each.split(), inside) for each, inside in BUTTON.findall(html)]
    here = ["here" in own_classes for own_classes, _ in buttons]
    answers = re.search(r'class="\s*answers\b([^"]*)"', html)
    if answers is not None:
        wanted = [f"from-{least}" for least in (3, 4, 5, 6, 7, 9) if len(buttons) >= least]
        chosen = [one for one in buttons if "decline" not in one[0]]
        in_row = all("here" in own and inside.count("#planet-") == 1 for own, inside in chosen)
        shapes = {"in-row": bool(chosen) and in_row, "with-here": any(here)}
        assert answers[1].split() == [*(name for name in shapes if shapes[name]), *wanted]
    for own_classes, inside in buttons:
        pictures = len(re.findall(r'class="picture\b', inside))
        assert ("pictured" in own_classes) == (pictures > 0)
        assert ("of-three" in own_classes) == (pictures >= 3)
        assert ("with-card" in own_classes) == ("card-picture" in inside)
    assert ("has-list" in classes) == (here[2:3] == [False])
    assert ("has-aside" in classes) == (not all(here))
    return classes


@pytest.mark.whole
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
