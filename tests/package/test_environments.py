"""The environments pass the checks of PettingZoo and Gymnasium, and play whole games."""

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from zenith_engine.environments import zenith_v1
from zenith_engine.environments.against import AgainstLevel

FORMS: dict[str, dict[str, Any]] = {
    "two": {},
    "two, Secret Agents": {"secret_agents": True, "boards": "SUN"},
    "four": {"players": 4},
    "four, Secret Agents": {"players": 4, "secret_agents": True},
}
pytestmark = pytest.mark.filterwarnings(
    # of every environment with a mask of actions
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a random game; return what each agent got."""
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, cut_off, _info = env.last()
        got[agent] += reward
        mask = observation["action_mask"]
        over = terminated or cut_off
        env.step(None if over else env.action_space(agent).sample(mask=mask))
    return got


@pytest.mark.parametrize("form", FORMS)
def test_pettingzoo_accepts_them(form: str) -> None:
    api_test(zenith_v1.env(**FORMS[form]), num_cycles=400)
    api_test(zenith_v1.raw_env(**FORMS[form]), num_cycles=100)
    seed_test(lambda: zenith_v1.env(**FORMS[form]), num_cycles=200)


@pytest.mark.parametrize("form", FORMS)
def test_the_side_that_wins_is_rewarded(form: str) -> None:
    env = zenith_v1.env(**FORMS[form])
    for seed in range(3):
        got = play(env, seed)
        outcome = env.unwrapped.game.outcome
        assert outcome is not None
        assert got == {
            f"seat_{seat}": 0.0
            if outcome.winner is None
            else 1.0
            if seat % 2 == outcome.winner
            else -1.0
            for seat in range(len(got))
        }


def test_an_agent_is_asked_only_what_it_can_answer() -> None:
    env = zenith_v1.env(players=4)
    env.reset(seed=3)
    for _ in range(30):
        agent = env.agent_selection
        pending = env.unwrapped.game.pending
        masks = {other: env.observe(other)["action_mask"] for other in env.agents}
        asked = {f"seat_{seat}" for decision in pending for seat in decision.seats}
        assert {other for other, mask in masks.items() if mask.any()} == asked
        assert agent in asked
        env.step(int(np.flatnonzero(masks[agent])[-1]))
        if any(env.terminations.values()):
            break


def test_an_action_that_is_not_possible_loses() -> None:
    env = zenith_v1.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0, **{other: 0.0 for other in env.agents if other != agent}}
    assert all(env.terminations.values())
    raw = zenith_v1.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="can't answer"):
        raw.step(raw.actions.count - 1)


def test_a_game_that_lasts_too_long_is_cut_off() -> None:
    env = zenith_v1.env(most_decisions=5)
    assert set(play(env, 1).values()) == {0.0}
    assert env.unwrapped.game.outcome is None


def test_it_draws_what_a_spectator_sees() -> None:
    env = zenith_v1.env(render_mode="ansi")
    env.reset(seed=1)
    assert "hand of seat 0: 4 cards" in env.render()
    assert "hand of seat 1: 4 cards" in env.render()


@pytest.mark.parametrize("options", [{}, {"players": 4, "level": "aurora", "seat": 2}])
def test_gymnasium_accepts_the_one_for_one_program(options: dict[str, Any]) -> None:
    check_env(AgainstLevel(**options), skip_render_check=True)


def test_a_program_plays_against_a_level() -> None:
    env = AgainstLevel("meteor", render_mode="ansi")
    ends = set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        assert f"hand of seat {1 - env.seat}: 4 cards" in str(env.render())
        over = False
        while not over:
            assert (observation["action_mask"] == info["action_mask"]).all()
            action = env.action_space.sample(mask=info["action_mask"])
            observation, reward, over, cut_off, info = env.step(action)
            assert not cut_off
            assert over or reward == 0
        ends.add(reward)
    assert ends <= {-1.0, 0.0, 1.0}
    assert {env.reset(seed=seed) and env.seat for seed in range(12)} == {0, 1}
    _observation, reward, over, _cut_off, info = env.step(env.actions.count - 1)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(ValueError, match="no seat"):
        AgainstLevel(seat=2)
