"""Agents 1 to 50 that move discs, in pairs and threes that are printed alike.

agent-ezra baron-goro bish0p c1x1n huxl3y jack-curry m4th3s0n pkd1ck titus
"""

import pytest

from tests.engine.agents.cards import (
    EVERYWHERE,
    Changes,
    Scene,
    by_agent,
    from_either_side,
    may,
    must,
    on_all_but,
)

pytestmark = from_either_side


# --- one influence on its planet, one anywhere, something with the badge: pkd1ck, huxl3y ---

pkd1ck_and_huxl3y = by_agent(
    "agent home with_badge",
    ("pkd1ck", "jupiter", {"your zenithium": 5 + 1}),
    ("huxl3y", "mercury", {"your credits": 20 - 5 + 3}),
)


@pytest.mark.parametrize("badge", [None, "your silver", "your gold", "their silver", "their gold"])
@pkd1ck_and_huxl3y
def test_they_gain_influence_anywhere_and_a_bonus_with_your_badge(
    agent: str, home: str, with_badge: Changes, badge: str | None, you: int
) -> None:
    scene = Scene(you, agent, badge=badge)
    assert scene.asks == must(agent, "planet", *EVERYWHERE)
    scene.answer("planet mars")
    result = {"your credits": 20 - 5, f"your {home}": [agent], home: 1, "mars": 1}
    if badge in ("your silver", "your gold"):
        result |= with_badge
    assert scene.result() == result


@pkd1ck_and_huxl3y
def test_they_may_choose_their_own_planet(
    agent: str, home: str, with_badge: Changes, you: int
) -> None:
    scene = Scene(you, agent)
    scene.answer(f"planet {home}")
    assert scene.result() == {"your credits": 15, f"your {home}": [agent], home: 2}


@pkd1ck_and_huxl3y
def test_they_count_a_badge_that_their_first_influence_brought(
    agent: str, home: str, with_badge: Changes, you: int
) -> None:
    scene = Scene(you, agent, discs={home: 3}, tokens={home: "badge"})
    assert scene.asks == must(agent, "planet", *on_all_but(home))
    assert scene.so_far()["badge"] == "your silver"
    scene.answer("planet terra")
    assert scene.result() == {
        "your credits": 15,
        f"your {home}": [agent],
        home: 0,
        "your discs": [home],
        f"token {home}": None,
        "tokens discarded": ["badge"],
        "badge": "your silver",
        "terra": 1,
        **with_badge,
    }


# --- two influence on its planet with the badge: c1x1n, m4th3s0n, bish0p ---

double_with_badge = by_agent(
    "agent home", ("c1x1n", "venus"), ("m4th3s0n", "terra"), ("bish0p", "mars")
)


@pytest.mark.parametrize(
    ("badge", "steps"),
    [(None, 1), ("your silver", 2), ("your gold", 2), ("their silver", 1), ("their gold", 1)],
)
@double_with_badge
def test_with_your_badge_they_gain_a_second_influence(
    agent: str, home: str, badge: str | None, steps: int, you: int
) -> None:
    scene = Scene(you, agent, badge=badge, discs={home: -3})
    assert scene.result() == {
        "your credits": 20 - 4,
        f"your {home}": [agent],
        home: -3 + steps,
    }


@pytest.mark.parametrize("at", [2, 3])
@double_with_badge
def test_with_your_badge_they_win_a_disc_two_or_one_steps_away(
    agent: str, home: str, at: int, you: int
) -> None:
    # from 3 the first influence wins the disc, and the second finds none
    scene = Scene(you, agent, badge="your silver", discs={home: at})
    assert scene.result() == {
        "your credits": 16,
        f"your {home}": [agent],
        home: 0,
        "your discs": [home],
    }


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
    assert scene.so_far() == {**paid, f"your {home}": [agent], home: 1}
    scene.answer("planet venus")
    assert scene.result() == {**paid, **gain, f"your {home}": [agent], home: 1, "venus": -1}


@gift_for_the_opponent
def test_an_opponent_who_wins_a_disc_by_it_chooses_for_its_token_and_you_go_on(
    agent: str, home: str, paid: Changes, gain: Changes, you: int
) -> None:
    scene = Scene(you, agent, discs={"venus": -3}, tokens={"venus": "influence"})
    scene.answer("planet venus")
    assert scene.asks == must("token venus", "planet", *on_all_but("venus"), whose="their")
    won = {
        **paid,
        f"your {home}": [agent],
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
        f"your {home}": [agent],
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
        f"your {home}": [agent],
        home: 1,
        "venus": None,
        "their discs": [*before, "venus"],
        "outcome": ("they", "popular"),
    }


# --- give 1 zenithium for 2 influence: agent-ezra, jack-curry ---

gives_zenithium = by_agent(
    "agent home target", ("agent-ezra", "jupiter", "venus"), ("jack-curry", "mars", "mercury")
)


@gives_zenithium
def test_they_give_a_zenithium_for_two_influence(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent, zenithium=(1, 0))
    assert scene.asks == may(agent, "give", "give")
    recruited = {"your credits": 20 - 1 + 4, f"your {home}": [agent], home: 1}
    assert scene.so_far() == recruited
    scene.answer("give")
    given = {"your zenithium": 0, "their zenithium": 1, target: 2}
    assert scene.result() == {**recruited, **given}


@gives_zenithium
def test_they_keep_their_zenithium_and_gain_no_more(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent)
    scene.answer("decline")
    assert scene.result() == {"your credits": 23, f"your {home}": [agent], home: 1}


@gives_zenithium
def test_without_zenithium_they_are_not_asked(agent: str, home: str, target: str, you: int) -> None:
    scene = Scene(you, agent, zenithium=(0, 5))
    assert scene.result() == {"your credits": 23, f"your {home}": [agent], home: 1}


@gives_zenithium
def test_they_are_not_asked_to_buy_influence_where_no_disc_is_left(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent, discs={home: 3, target: 3}, tokens={home: "influence"})
    scene.answer(f"planet {target}")
    assert scene.result() == {
        "your credits": 23,
        f"your {home}": [agent],
        home: 0,
        target: 0,
        "your discs": [home, target],
        f"token {home}": None,
        "tokens discarded": ["influence"],
    }


@gives_zenithium
def test_they_win_a_disc_that_lies_one_step_away_and_its_token(
    agent: str, home: str, target: str, you: int
) -> None:
    scene = Scene(you, agent, discs={target: 3}, tokens={target: "credits_3"})
    scene.answer("give")
    assert scene.result() == {
        "your credits": 23 + 3,
        f"your {home}": [agent],
        home: 1,
        target: 0,
        "your discs": [target],
        f"token {target}": None,
        "tokens discarded": ["credits_3"],
        "your zenithium": 5 - 1,
        "their zenithium": 5 + 1,
    }
