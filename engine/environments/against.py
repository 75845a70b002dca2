"""Zenith for one learning program, as a Gymnasium environment: the other seats are bots."""

from typing import Any, Final

import gymnasium
from gymnasium.spaces import Discrete

from engine.bots import BOTS
from engine.chance import Chance
from engine.environments.actions import Actions
from engine.environments.observation import Observer
from engine.environments.zenith_v1 import (
    ILLEGAL,
    MOST_DECISIONS,
    Observed,
    observation_space,
    observed,
)
from engine.game import Game
from engine.setup import Options, deal
from engine.terminal.screen import ASTRONOMICAL
from engine.terminal.show import draw


class AgainstLevel(gymnasium.Env[Observed, int]):
    """A seat against a bot of a level, which plays all other seats, a teammate's too.

    The reward is 1 for a win and −1 for a defeat, at the end. An action that is not possible
    loses; the mask is part of the observation, and `info["action_mask"]` too.
    """

    metadata: Final = {"render_modes": ["ansi", "human"]}

    def __init__(
        self,
        level: str = "meteor",
        seat: int | None = None,
        players: int = 2,
        secret_agents: bool = False,
        boards: str | None = None,
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        """`seat`: where the program sits, `None`: drawn for each game."""
        self._options = Options(players, boards, secret_agents)
        if seat is not None and seat not in range(players):
            raise ValueError(f"there is no seat {seat} in a game of {players}")
        self._bot = BOTS[level]
        self._place = seat
        self._most_decisions = most_decisions
        self.observer = Observer(self._options)
        self.actions = Actions(self._options)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.observer, self.actions)
        self.action_space = Discrete(self.actions.count)
        self.seat = seat or 0
        self._seed = ""
        self._decisions = 0
        self._game: Game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a new game, and let the bot play until the program is asked."""
        super().reset(seed=seed)
        self._seed = self.np_random.bytes(16).hex()
        if self._place is None:
            self.seat = int(self.np_random.integers(self._options.players))
        self._game = Game(deal(self._options, self._seed))
        self._decisions = 0
        self._play_others()
        return self._seen()

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bot play until the program is asked again."""
        try:
            answer = self.actions.answer(self._game.view(self.seat), int(action))
        except ValueError:
            observation, info = self._seen()
            return observation, ILLEGAL, True, False, {**info, "illegal": True}
        self._play(self.seat, answer)
        self._play_others()
        observation, info = self._seen()
        outcome = self._game.outcome
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.seat % 2 else -1.0
        cut_off = outcome is None and self._decisions >= self._most_decisions
        return observation, reward, outcome is not None, cut_off, info

    def render(self) -> str | None:
        """Draw the table as the seat sees it: as text, or, `human`, on the screen."""
        text = "\n".join(draw(self._game.view(self.seat), ASTRONOMICAL))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _play_others(self) -> None:
        while self._game.pending and self._decisions < self._most_decisions:
            asked = [seat for decision in self._game.pending for seat in decision.seats]
            if self.seat in asked:
                return
            chance = Chance(f"{self._seed} {self._decisions}")
            self._play(asked[0], self._bot(self._game.view(asked[0]), chance))

    def _play(self, seat: int, answer: str) -> None:
        self._game.play(seat, answer)
        self._decisions += 1

    def _seen(self) -> tuple[Observed, dict[str, Any]]:
        observation = observed(self.observer, self.actions, self._game, self.seat)
        return observation, {"action_mask": observation["action_mask"]}
