"""Influence that the opponent gains."""

import pytest

from tests.engine.agents.recruiting import Changes, Scene, answers, by_agent, must, on_all_but

# --- the opponent gains influence: titus, baron-goro ---

gift_for_the_opponent = by_agent(
    "agent home paid gain",
    ("titus", "mars", {"your credits": 20 - 1}, {"your credits": 20 - 1 + 10}),
    ("baron-goro", "terra", {"your credits": 20 - 4}, {"your zenithium": 5 + 3}),
)


@gift_for_the_opponent
def test_they_give_the_opponent_influence_on_another_planet(
    agent: str, home: str, paid: Changes, gain: Changes, you: int
) -> None:
    scene = Scene(you, agent)
    assert scene.asks == must(agent, "planet", *on_all_but(home))
    assert scene.so_far() == {**paid, home: 1}
    scene.answer("planet venus")
    assert scene.result() == {**paid, **gain, home: 1, "venus": -1}


@gift_for_the_opponent
def test_an_opponent_who_wins_a_disc_by_it_chooses_for_its_token_and_you_go_on(
    agent: str, home: str, paid: Changes, gain: Changes, you: int
) -> None:
    scene = Scene(you, agent, discs={"venus": -3}, tokens={"venus": "influence"})
    scene.answer("planet venus")
    assert scene.asks == must("token venus", "planet", *on_all_but("venus"), whose="their")
    won = {
        **paid,
        home: 1,
        "their discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["influence"],
    }
    assert scene.so_far() == {**won, "venus": None}
    scene.answer("planet mercury")
    assert scene.result() == {**won, **gain, "venus": 0, "mercury": -1}


@gift_for_the_opponent
def test_they_can_not_give_where_the_disc_has_been_won_this_turn(
    agent: str, home: str, paid: Changes, gain: Changes, you: int
) -> None:
    discs = {home: 3, "mercury": 3}
    scene = Scene(you, agent, discs=discs, tokens={home: "influence"})
    assert scene.asks == must(f"token {home}", "planet", *on_all_but(home))
    scene.answer("planet mercury")
    assert scene.asks == must(agent, "planet", *on_all_but(home, "mercury"))
    scene.answer("planet jupiter")
    assert scene.result() == {
        **paid,
        **gain,
        home: 0,
        "mercury": 0,
        "your discs": [home, "mercury"],
        f"token {home}": None,
        "tokens discarded": ["influence"],
        "jupiter": -1,
    }


@gift_for_the_opponent
def test_an_opponent_who_wins_the_game_by_it_ends_it_before_your_gain(
    agent: str, home: str, paid: Changes, gain: Changes, you: int
) -> None:
    before = ["mercury", "mercury", "jupiter", "jupiter"]
    scene = Scene(you, agent, discs={"venus": -3}, won=([], before))
    scene.answer("planet venus")
    assert scene.result() == {
        **paid,
        home: 1,
        "venus": None,
        "their discs": [*before, "venus"],
        "outcome": ("they", "popular"),
    }


# --- w1ll1s: a gift, influence on another planet, the badge on gold ---


@pytest.mark.parametrize(
    "badge", [None, "your silver", "their gold"], ids=["nobody's", "own", "the opponent's"]
)
def test_w1ll1s_gives_and_gains_influence_and_takes_the_badge(
    badge: str | None,
) -> None:
    scene = Scene(0, "w1ll1s", badge=badge)
    scene.answer("planet terra", of=on_all_but("mars"))
    scene.answer("planet mars", of=on_all_but("terra"))
    assert scene.result() == {
        "terra": -2,
        "mars": 3,
        "your credits": 15,
        "badge": "your gold",
    }


def test_w1ll1s_leaves_a_gold_badge() -> None:
    scene = Scene(0, "w1ll1s", badge="your gold")
    scene.answer("planet terra", of=on_all_but("mars"))
    scene.answer("planet venus", of=on_all_but("terra"))
    assert scene.result() == {
        "terra": -2,
        "mars": 1,
        "venus": 2,
        "your credits": 15,
    }


def test_w1ll1s_lets_the_opponent_choose_for_the_token_it_has_given() -> None:
    scene = Scene(0, "w1ll1s", discs={"venus": -2}, tokens={"venus": "influence"})
    scene.answer("planet venus", of=on_all_but("mars"))
    scene.answer("planet jupiter", of=on_all_but("venus"), source="token venus", whose="their")
    scene.answer("planet jupiter", of=on_all_but("venus"))
    assert scene.result() == {
        "venus": 0,
        "mars": 1,
        "jupiter": 1,
        "their discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["influence"],
        "your credits": 15,
        "badge": "your gold",
    }


def test_w1ll1s_loses_cards_to_the_token_it_has_given() -> None:
    scene = Scene(
        0,
        "w1ll1s",
        columns=({"venus": ["luc4s"]}, {"terra": ["zenon"]}),
        discs={"venus": -3},
        tokens={"venus": "exile"},
    )
    scene.answer("planet venus", of=on_all_but("mars"))
    scene.answer(
        "exile mars", of=answers("exile", "venus mars"), source="token venus", whose="their"
    )
    scene.answer("planet mercury", of=on_all_but("venus"))
    assert scene.result() == {
        "mercury": 2,
        "venus": 0,
        "mars": 1,
        "their discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["exile"],
        "your credits": 15,
        "your venus": [],
        "your mars": [],
        "discarded": ["w1ll1s", "luc4s"],
        "badge": "your gold",
    }


def test_w1ll1s_takes_the_badge_that_the_opponents_token_has_just_brought() -> None:
    scene = Scene(0, "w1ll1s", discs={"venus": -2}, tokens={"venus": "badge"})
    scene.answer("planet venus", of=on_all_but("mars"))
    scene.answer("planet mercury", of=on_all_but("venus"))
    assert scene.result() == {
        "mercury": 2,
        "venus": 0,
        "mars": 1,
        "their discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["badge"],
        "your credits": 15,
        "badge": "your gold",
    }


def test_w1ll1s_lets_either_opponent_of_two_choose() -> None:
    scene = Scene(2, "w1ll1s", players=4, discs={"venus": -2}, tokens={"venus": "influence"})
    scene.answer("planet venus", of=on_all_but("mars"))
    scene.answer("planet terra", of=on_all_but("venus"), source="token venus", whose="their")
    scene.answer("planet terra", of=on_all_but("venus"))
    assert scene.result() == {
        "venus": 0,
        "terra": 1,
        "mars": 1,
        "their discs": ["venus"],
        "token venus": None,
        "tokens discarded": ["influence"],
        "your credits": 15,
        "badge": "your gold",
    }


def test_w1ll1s_gives_the_game_away() -> None:
    scene = Scene(0, "w1ll1s", discs={"venus": -2}, won=([], ["venus", "venus"]))
    scene.answer("planet venus", of=on_all_but("mars"))
    assert scene.result() == {
        "venus": None,
        "mars": 1,
        "their discs": ["venus", "venus", "venus"],
        "your credits": 15,
        "outcome": ("they", "absolute"),
    }
