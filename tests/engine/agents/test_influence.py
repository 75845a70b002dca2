"""Influence on the planets printed on a card, some of it under a condition."""

import pytest

from tests.engine.agents.recruiting import (
    EVERYWHERE,
    Changes,
    Scene,
    answers,
    by_agent,
    must,
    on_all_but,
    two_discs,
    two_won,
)

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
    result = {"your credits": 20 - 5, home: 1, "mars": 1}
    if badge in ("your silver", "your gold"):
        result |= with_badge
    assert scene.result() == result


@pkd1ck_and_huxl3y
def test_they_may_choose_their_own_planet(
    agent: str, home: str, with_badge: Changes, you: int
) -> None:
    scene = Scene(you, agent)
    scene.answer(f"planet {home}")
    assert scene.result() == {"your credits": 15, home: 2}


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
        home: 0,
        "your discs": [home],
    }


# --- influence if you have the badge ---


@pytest.mark.parametrize(
    ("agent", "planet"),
    [
        pytest.param("w3lls", "mercury", id="w3lls"),
        pytest.param("m4rt1n", "jupiter", id="m4rt1n"),
    ],
)
class TestInfluenceWithBadge:
    @pytest.mark.parametrize("face", ["silver", "gold"])
    def test_it_gains_a_second_influence(self, agent: str, planet: str, face: str) -> None:
        scene = Scene(0, agent, badge=f"your {face}")
        assert scene.result() == {planet: 2, "your credits": 16}

    @pytest.mark.parametrize("badge", [None, "their gold"], ids=["nobody's", "the opponent's"])
    def test_it_gains_one_without_the_badge(
        self, agent: str, planet: str, badge: str | None
    ) -> None:
        scene = Scene(0, agent, badge=badge)
        assert scene.result() == {planet: 1, "your credits": 16}

    def test_it_wins_the_disc_with_the_second(self, agent: str, planet: str) -> None:
        scene = Scene(
            0, agent, badge="your silver", discs={planet: 2}, tokens={planet: "credits_3"}
        )
        assert scene.result() == {
            planet: 0,
            "your discs": [planet],
            f"token {planet}": None,
            "tokens discarded": ["credits_3"],
            "your credits": 19,
        }

    def test_the_second_is_lost_when_the_first_has_won_disc_and_badge(
        self, agent: str, planet: str
    ) -> None:
        scene = Scene(0, agent, discs={planet: 3}, tokens={planet: "badge"})
        assert scene.result() == {
            planet: 0,
            "your discs": [planet],
            f"token {planet}": None,
            "tokens discarded": ["badge"],
            "badge": "your silver",
            "your credits": 16,
        }


# --- a second influence if the opponent is rich ---


@pytest.mark.parametrize("zenithium", [3, 7])
def test_admiral_jack_chooses_another_planet(zenithium: int) -> None:
    scene = Scene(0, "admiral-jack", zenithium=(0, zenithium), discs={"venus": 1, "mars": -1})
    scene.answer("planet jupiter", of=EVERYWHERE)
    scene.answer("planet venus", of=on_all_but("jupiter"))
    assert scene.result() == {"jupiter": 2, "venus": 2, "your credits": 15}


def test_admiral_jack_chooses_once_if_the_opponent_has_two_zenithium() -> None:
    scene = Scene(0, "admiral-jack", zenithium=(5, 2))
    scene.answer("planet venus", of=EVERYWHERE)
    assert scene.result() == {"jupiter": 1, "venus": 1, "your credits": 15}


@pytest.mark.parametrize("credits", [15, 20])
def test_boull3_may_choose_the_same_planet_twice(credits: int) -> None:
    scene = Scene(0, "boull3", credits=(5, credits))
    scene.answer("planet mars", of=EVERYWHERE)
    scene.answer("planet mars", of=EVERYWHERE)
    assert scene.result() == {
        "venus": 1,
        "mars": 2,
        "your credits": 0,
    }


def test_boull3_chooses_once_if_the_opponent_has_fourteen_credits() -> None:
    scene = Scene(0, "boull3", credits=(20, 14))
    scene.answer("planet venus", of=EVERYWHERE)
    assert scene.result() == {"venus": 2, "your credits": 15}


def test_boull3_can_not_choose_the_disc_that_it_has_just_won() -> None:
    scene = Scene(0, "boull3", discs={"mars": 3})
    scene.answer("planet mars", of=EVERYWHERE)
    scene.answer("planet jupiter", of=on_all_but("mars"))
    assert scene.result() == {
        "venus": 1,
        "mars": 0,
        "jupiter": 1,
        "your discs": ["mars"],
        "your credits": 15,
    }


# --- mungo: one of two pairs ---


@pytest.mark.parametrize(
    ("option", "discs"),
    [
        ("option 1", {"mercury": 1, "venus": 1, "terra": 1}),
        ("option 2", {"terra": 1, "mars": 1, "jupiter": 1}),
    ],
)
def test_mungo_chooses_one_of_two_pairs(option: str, discs: dict[str, int]) -> None:
    scene = Scene(0, "mungo")
    scene.answer(option, of=answers("option", "1 2"))
    assert scene.result() == {**discs, "your credits": 15}


def test_mungo_may_choose_a_pair_of_which_one_disc_is_gone() -> None:
    scene = Scene(0, "mungo", **two_discs("terra", "mercury"))
    scene.take_disc("mercury", own="terra")
    scene.answer("option 1", of=answers("option", "1 2"))
    assert scene.result() == {
        **two_won("terra", "mercury"),
        "mercury": 0,
        "venus": 1,
        "terra": 0,
        "your credits": 15,
    }


@pytest.mark.parametrize(
    ("gone", "left"),
    [(("mercury", "venus"), ("mars", "jupiter")), (("mars", "jupiter"), ("mercury", "venus"))],
    ids=["the second", "the first"],
)
def test_mungo_does_not_ask_when_one_pair_is_left(
    gone: tuple[str, str], left: tuple[str, str]
) -> None:
    one, two = gone
    scene = Scene(
        0,
        "mungo",
        discs={"terra": 3, one: 3, two: 3},
        tokens={"terra": "influence", one: "influence"},
    )
    scene.answer(f"planet {one}", of=on_all_but("terra"), source="token terra")
    scene.answer(f"planet {two}", of=on_all_but("terra", one), source=f"token {one}")
    assert scene.result() == {
        "terra": 0,
        one: 0,
        two: 0,
        left[0]: 1,
        left[1]: 1,
        "your discs": ["terra", one, two],
        "token terra": None,
        f"token {one}": None,
        "tokens discarded": ["influence", "influence"],
        "your credits": 15,
    }


def test_mungo_gets_the_token_of_mercury_before_its_influence_on_venus() -> None:
    scene = Scene(0, "mungo", discs={"mercury": 3, "venus": 2}, tokens={"mercury": "influence"})
    scene.answer("option 1", of=answers("option", "1 2"))
    scene.answer("planet venus", of=on_all_but("mercury"), source="token mercury")
    assert scene.result() == {
        "mercury": 0,
        "venus": 0,
        "terra": 1,
        "your discs": ["mercury", "venus"],
        "token mercury": None,
        "tokens discarded": ["influence"],
        "your credits": 15,
    }
