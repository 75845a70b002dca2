"""Mobilizing cards of the deck, and giving the badge for more."""

import pytest

from tests.engine.agents.recruiting import GIVE, Scene, answers, may
from tests.engine.prepared import Unshuffled

# --- domitian: mobilize a card, 1 influence on its planet, three times ---


def test_domitian_mobilizes_three_cards_for_influence_on_their_planets(you: int) -> None:
    # without the effects of the cards: cresus brings no credits
    scene = Scene(you, "domitian", deck=["orw3ll", "cresus", "caesar"])
    assert scene.result() == {
        "your credits": 20 - 9,
        "drawn": ["orw3ll", "cresus", "caesar"],
        "your mercury": ["orw3ll"],
        "mercury": 1,
        "your venus": ["cresus"],
        "venus": 1,
        "your mars": ["domitian", "caesar"],
        "mars": 2,
    }


def test_domitian_mobilizes_where_no_disc_is_left_too(you: int) -> None:
    deck = ["caligula", "caesar", "orw3ll"]
    scene = Scene(you, "domitian", deck=deck, discs={"mars": 3})
    assert scene.result() == {
        "your credits": 11,
        "drawn": deck,
        "your mars": ["domitian", "caligula", "caesar"],
        "mars": 0,
        "your discs": ["mars"],
        "your mercury": ["orw3ll"],
        "mercury": 1,
    }


def test_domitian_goes_on_after_a_token_that_mobilizes_too(you: int) -> None:
    # orw3ll wins Mercury, its token mobilizes two without influence, then come the other two
    deck = ["orw3ll", "as1m0v", "geta", "sir-sam", "king-harold"]
    scene = Scene(you, "domitian", deck=deck, discs={"mercury": 3}, tokens={"mercury": "mobilize"})
    assert scene.result() == {
        "your credits": 11,
        "drawn": deck,
        "mars": 1,
        "your mercury": ["orw3ll"],
        "mercury": 0,
        "your discs": ["mercury"],
        "token mercury": None,
        "tokens discarded": ["mobilize"],
        "your venus": ["as1m0v", "king-harold"],
        "venus": 1,
        "your jupiter": ["geta"],
        "your terra": ["sir-sam"],
        "terra": 1,
    }


def test_domitian_mobilizes_as_many_as_there_are(you: int) -> None:
    scene = Scene(you, "domitian", deck=["orw3ll"], last_cards=True)
    assert scene.result() == {
        "your credits": 11,
        "mars": 1,
        "drawn": ["orw3ll"],
        "your mercury": ["orw3ll"],
        "mercury": 1,
    }


def test_domitian_goes_on_with_the_discard_pile_as_the_new_deck(you: int) -> None:
    scene = Scene(
        you,
        "domitian",
        deck=["orw3ll"],
        discard=["geta", "bajazet"],
        last_cards=True,
        chance=Unshuffled(),
    )
    assert scene.result() == {
        "your credits": 11,
        "mars": 1,
        "drawn": ["orw3ll"],
        "discard": [],
        "your mercury": ["orw3ll"],
        "mercury": 1,
        "your jupiter": ["geta", "bajazet"],
        "jupiter": 2,
    }


# --- w4ts0n: 5 credits, mobilize 1 ---


def test_w4ts0n_gains_credits_and_mobilizes_a_card_without_its_effects(you: int) -> None:
    scene = Scene(you, "w4ts0n", deck=["cresus", "geta"])
    assert scene.result() == {
        "your credits": 20 - 1 + 5,
        "mars": 1,
        "drawn": ["cresus"],
        "your venus": ["cresus"],
    }


def test_w4ts0n_finds_no_card_to_mobilize(you: int) -> None:
    scene = Scene(you, "w4ts0n", last_cards=True)
    assert scene.result() == {"your credits": 24, "mars": 1}


# --- h4milt0n: mobilize 2, give the badge to mobilize 3 ---


@pytest.mark.parametrize("badge", [None, "their silver", "their gold"])
def test_h4milt0n_mobilizes_two_cards(badge: str | None, you: int) -> None:
    scene = Scene(you, "h4milt0n", badge=badge, deck=["cresus", "orw3ll"])
    assert scene.result() == {
        "your credits": 20 - 2,
        "mercury": 1,
        "drawn": ["cresus", "orw3ll"],
        "your mercury": ["h4milt0n", "orw3ll"],
        "your venus": ["cresus"],
    }


@pytest.mark.parametrize("badge", ["your silver", "your gold"])
def test_h4milt0n_gives_the_badge_to_mobilize_three_more(badge: str, you: int) -> None:
    deck = ["geta", "orw3ll", "bajazet", "as1m0v", "m4rt1n"]
    scene = Scene(you, "h4milt0n", badge=badge, deck=deck)
    assert scene.asks == may("h4milt0n", "give", "give")
    assert scene.so_far()["drawn"] == ["geta", "orw3ll"]
    scene.answer("give")
    assert scene.result() == {
        "your credits": 18,
        "mercury": 1,
        "badge": "their silver",
        "drawn": deck,
        "your mercury": ["h4milt0n", "orw3ll"],
        "your venus": ["as1m0v"],
        "your jupiter": ["geta", "bajazet", "m4rt1n"],
    }


def test_h4milt0n_may_keep_the_badge(you: int) -> None:
    scene = Scene(you, "h4milt0n", badge="your gold", deck=["geta", "orw3ll"])
    scene.answer("decline")
    assert scene.result() == {
        "your credits": 18,
        "mercury": 1,
        "drawn": ["geta", "orw3ll"],
        "your mercury": ["h4milt0n", "orw3ll"],
        "your jupiter": ["geta"],
    }


def test_h4milt0n_is_not_asked_for_the_badge_when_no_card_is_left(you: int) -> None:
    scene = Scene(you, "h4milt0n", badge="your gold", deck=["geta", "orw3ll"], last_cards=True)
    assert scene.result() == {
        "your credits": 18,
        "mercury": 1,
        "drawn": ["geta", "orw3ll"],
        "your mercury": ["h4milt0n", "orw3ll"],
        "your jupiter": ["geta"],
    }


def test_h4milt0n_may_give_the_badge_for_the_one_card_that_is_left(you: int) -> None:
    deck = ["geta", "orw3ll", "as1m0v"]
    scene = Scene(you, "h4milt0n", badge="your silver", deck=deck, last_cards=True)
    assert scene.asks == may("h4milt0n", "give", "give")
    scene.answer("give")
    assert scene.result() == {
        "your credits": 18,
        "mercury": 1,
        "badge": "their silver",
        "drawn": deck,
        "your mercury": ["h4milt0n", "orw3ll"],
        "your jupiter": ["geta"],
        "your venus": ["as1m0v"],
    }


# --- gibs0n: two transfers, and two more for the badge ---


def test_gibs0n_transfers_four_cards_for_the_badge() -> None:
    theirs = {"venus": ["luc4s", "felis"], "mars": ["v4nc3", "caesar", "bish0p"]}
    scene = Scene(0, "gibs0n", columns=({}, theirs), badge="your gold")
    scene.answer("transfer venus", of=answers("transfer", "venus mars"))
    scene.answer("transfer mars", of=answers("transfer", "venus mars"))
    scene.answer("give", of=GIVE)
    scene.answer("transfer venus", of=answers("transfer", "venus mars"))
    # Mars is left: not asked, and one card of it stays
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 16,
        "your venus": ["felis", "luc4s"],
        "your mars": ["bish0p", "caesar"],
        "their venus": [],
        "their mars": ["v4nc3"],
        "badge": "their silver",
    }


def test_gibs0n_keeps_the_badge() -> None:
    theirs = {"venus": ["luc4s", "felis"], "mars": ["caesar", "bish0p"]}
    scene = Scene(0, "gibs0n", columns=({}, theirs), badge="your silver")
    scene.answer("transfer mars", of=answers("transfer", "venus mars"))
    scene.answer("transfer mars", of=answers("transfer", "venus mars"))
    scene.answer("decline", of=GIVE)
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 16,
        "your mars": ["bish0p", "caesar"],
        "their mars": [],
    }


def test_gibs0n_gives_the_badge_for_the_last_card() -> None:
    scene = Scene(
        0, "gibs0n", columns=({}, {"venus": ["luc4s", "cresus", "felis"]}), badge="your silver"
    )
    scene.answer("give", of=GIVE)
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 16,
        "your venus": ["felis", "cresus", "luc4s"],
        "their venus": [],
        "badge": "their silver",
    }


@pytest.mark.parametrize("column", [["luc4s", "felis"], ["felis"]], ids=["two", "one"])
def test_gibs0n_is_not_asked_for_the_badge_when_no_card_is_left(column: list[str]) -> None:
    scene = Scene(0, "gibs0n", columns=({}, {"venus": column}), badge="your silver")
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 16,
        "your venus": column[::-1],
        "their venus": [],
    }


def test_gibs0n_finds_no_card() -> None:
    scene = Scene(0, "gibs0n", badge="your silver")
    assert scene.result() == {"jupiter": 1, "your credits": 16}


def test_gibs0n_has_no_badge_to_give() -> None:
    scene = Scene(
        0, "gibs0n", columns=({}, {"venus": ["luc4s", "cresus", "felis"]}), badge="their silver"
    )
    assert scene.result() == {
        "jupiter": 1,
        "your credits": 16,
        "your venus": ["felis", "cresus"],
        "their venus": ["luc4s"],
    }
