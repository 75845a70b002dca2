"""Zenith as a PettingZoo environment for two or four players, in which seats answer in turn.

`env` has PettingZoo's checks of the caller around it: an action that is not possible loses.
"""

from typing import Any, Final, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.environments.actions import Actions
from engine.environments.observation import TEN, Observer
from engine.game import Game
from engine.positions import MANY
from engine.setup import Options, deal
from engine.terminal.screen import ASTRONOMICAL
from engine.terminal.show import draw

MOST_DECISIONS: Final = 5000
"""Decisions after which a game is cut off without a result; hardly any reaches it."""
ILLEGAL: Final = -1.0
"""The reward for an action that is not possible, which ends the game."""


class Observed(TypedDict):
    """What a seat sees as numbers, and a 1 for each action that it can take."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


def env(**options: Any) -> Any:
    """Return the environment with PettingZoo's checks; the options are those of `ZenithEnv`."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(ZenithEnv(**options), illegal_reward=ILLEGAL)
        )
    )


def raw_env(**options: Any) -> "ZenithEnv":
    """Return the environment without checks: an action that is not possible is a `ValueError`."""
    return ZenithEnv(**options)


def observation_space(observer: Observer, actions: Actions) -> Dict:
    """Return the space of what `observed` returns."""
    return Dict(
        {
            "observation": Box(-1.0, MANY / TEN, (observer.size,), np.float32),
            "action_mask": Box(0, 1, (actions.count,), np.int8),
        }
    )


def observed(observer: Observer, actions: Actions, game: Game, seat: int) -> Observed:
    """Return what a seat sees of a game, and a mask of the actions that it can take."""
    view = game.view(seat)
    return {
        "observation": np.array(observer.observe(view), np.float32),
        "action_mask": np.frombuffer(bytes(actions.mask(view)), np.int8).copy(),
    }


class ZenithEnv(AECEnv):
    """The game by seats: agent `seat_1` is the one whose answer comes next.

    The reward is 1 for the seats of the side that has won and −1 for the others, at the end. In a
    question to a whole team (who plays first) its lower seat answers.
    """

    metadata: Final = {
        "name": "zenith_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        secret_agents: bool = False,
        boards: str | None = None,
        boxes: tuple[str, ...] = (),
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        """The options are those of `Options`; `most_decisions`: when a game is cut off."""
        super().__init__()
        self.options = Options(players, boards, secret_agents, boxes=boxes)
        self.observer = Observer(self.options)
        self.actions = Actions(self.options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.game: Game
        """The game that is played, everything hidden included: not for agents."""
        self._most_decisions = most_decisions
        self._decisions = 0
        space = observation_space(self.observer, self.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self.actions.count) for agent in self.possible_agents}
        self._random, _seed = seeding.np_random()

    def observation_space(self, agent: str) -> Dict:
        """Return the space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions of an agent."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observed:
        """Return what the seat of an agent sees, and what it can answer now."""
        return observed(self.observer, self.actions, self.game, self._seat(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed deals the same games, one after the other."""
        if seed is not None:
            self._random, _seed = seeding.np_random(seed)
        self.game = Game(deal(self.options, self._random.bytes(16).hex()))
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; `ValueError` for one that is not possible."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and has to take an action")
        seat = self._seat(agent)
        answer = self.actions.answer(self.game.view(seat), int(action))
        self.game.play(seat, answer)
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draw the table as a spectator sees it: as text, or, `human`, on the screen."""
        text = "\n".join(draw(self.game.view(None), ASTRONOMICAL))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _settle(self) -> None:
        """Select the next agent, or end the game."""
        outcome = self.game.outcome
        if outcome is not None:
            for agent in self.agents:
                self.terminations[agent] = True
                if outcome.winner is not None:
                    won = self._seat(agent) % 2 == outcome.winner
                    self.rewards[agent] = 1.0 if won else -1.0
        elif self._decisions >= self._most_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()

    def _select(self) -> None:
        self.agent_selection = f"seat_{self.game.pending[0].seats[0]}"

    @staticmethod
    def _seat(agent: str) -> int:
        return int(agent.removeprefix("seat_"))
