"""An agent recruited in a prepared position, and what has changed, seen from who recruits it.

Tests run for both sides of the table, so nothing here speaks of side 0 and 1: it is *your*
turn, `discs` count steps towards you, and every pair is (yours, theirs).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from engine import Game
from engine.chance import Shuffler
from engine.names import FACTIONS, PLACES, PLANETS
from tests.engine.prepared import play, prepare

HAND = ("nero", "moussa", "ice-june", "khan", "gibs0n", "geronimo")
"""What you hold beside the agent: so many that nothing is drawn at the end of the turn."""
THEIR_HAND = ("w3lls", "cl4rke", "chaka", "augustus")
PAIRS = ("credits", "zenithium", "levels", "columns", "won")

Changes = dict[str, Any]

from_either_side = pytest.mark.parametrize("you", [0, 1], ids=["side-0", "side-1"])
"""Runs a test twice: `you` is the side that recruits."""


def by_agent(names: str, *lines: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Parametrize a test with one line an agent, the agent's slug first."""
    return pytest.mark.parametrize(names.split(), lines, ids=[line[0] for line in lines])


class Question(NamedTuple):
    """A decision: who is asked (`your` or `their`), by what, and all legal answers."""

    whose: str
    source: str
    kind: str
    options: tuple[str, ...]
    optional: bool


def must(source: str, kind: str, *options: str, whose: str = "your") -> Question:
    """A decision that takes no no."""
    return Question(whose, source, kind, options, optional=False)


def may(source: str, kind: str, *options: str) -> Question:
    """A decision of yours that may be declined."""
    return Question("your", source, kind, (*options, "decline"), optional=True)


def on(planets: str) -> tuple[str, ...]:
    """Return the answers `planet …` for planets named in one text."""
    return tuple(f"planet {planet}" for planet in planets.split())


def on_all_but(*planets: str) -> tuple[str, ...]:
    """Return the answers `planet …` for all planets but these."""
    return tuple(f"planet {planet}" for planet in PLANETS if planet not in planets)


EVERYWHERE = on("mercury venus terra mars jupiter")


class Unshuffled:
    """Chance that leaves a pile as it lay."""

    def shuffled(self, label: str, items: Sequence[int]) -> list[int]:
        return list(items)


class Scene:
    """A game in which you have just recruited an agent.

    `hand` is what you hold beside it, `badge` is like `your silver`, `last_cards` leaves no
    card to draw but those of `deck` and `discard`. The rest as in `prepare`.
    """

    def __init__(
        self,
        you: int,
        agent: str,
        *,
        hand: Sequence[str] = HAND,
        discs: dict[str, int] | None = None,
        badge: str | None = None,
        last_cards: bool = False,
        chance: Shuffler | None = None,
        **position: Any,
    ) -> None:
        self.you = you
        for pair in PAIRS:
            if you == 1 and pair in position:
                position[pair] = position[pair][::-1]
        if badge is not None:
            whose, face = badge.split()
            position["badge"] = (you if whose == "your" else 1 - you, face)
        start = prepare(
            to_move=you,
            hands={you: [agent, *hand], 1 - you: THEIR_HAND},
            discs={planet: self._towards_me(at) for planet, at in (discs or {}).items()},
            **position,
        )
        if last_cards:
            named = len(position.get("deck", ()))
            start["hands"][1 - you] += start["deck"][named:]
            start["deck"] = start["deck"][:named]
        self.game = Game.from_position(start, seed="an agent", chance=chance)
        self._before = self._flat(start)
        self._before["your hand"] = list(hand)
        self.events = play(self.game, f"recruit {agent}")

    def answer(self, *actions: str) -> None:
        """Answer what is asked, whoever is asked."""
        self.events += play(self.game, *actions)

    @property
    def asks(self) -> Question:
        """What is asked now."""
        (decision,) = self.game.pending
        (seat,) = decision.seats
        return Question(
            "your" if seat == self.you else "their",
            decision.source,
            decision.kind,
            decision.options,
            decision.optional,
        )

    def so_far(self) -> Changes:
        """Return all that is new on the table, beyond the agent's having left your hand.

        Name -> new value: `mars` is the disc of Mars, `your mars` your column there. Cards from
        the top of the deck are `drawn`, cards on top of the discard pile `discarded`, tokens
        alike.
        """
        changes: Changes = {}
        for name, after in self._flat(self.game.snapshot()["table"]).items():
            before = self._before[name]
            if after == before:
                continue
            if name == "deck" and after == before[len(before) - len(after) :]:
                changes["drawn"] = before[: len(before) - len(after)]
            elif name == "discard" and after[: len(before)] == before:
                changes["discarded"] = after[len(before) :]
            elif name == "supply" and after == before[len(before) - len(after) :]:
                changes["tokens drawn"] = before[: len(before) - len(after)]
            elif name == "token discard" and after[: len(before)] == before:
                changes["tokens discarded"] = after[len(before) :]
            else:
                changes[name] = after
        return changes

    def result(self) -> Changes:
        """Return all that is new after the turn; what is asked too, if it isn't their turn."""
        changes = self.so_far()
        outcome = self.game.outcome
        if outcome is not None:
            winner = "you" if outcome.winner == self.you else "they"
            changes["outcome"] = (winner, outcome.victory)
        elif self.asks[:3] != ("their", "turn", "turn"):
            changes["asks"] = self.asks
        return changes

    def _towards_me(self, at: int) -> int:
        return at if self.you == 0 else -at

    def _flat(self, position: dict[str, Any]) -> Changes:
        flat: Changes = {}
        for planet in PLANETS:
            at = position["discs"][planet]
            flat[planet] = None if at is None else self._towards_me(at)
        for whose, number in (("your", self.you), ("their", 1 - self.you)):
            side = position["sides"][number]
            flat[f"{whose} credits"] = side["credits"]
            flat[f"{whose} zenithium"] = side["zenithium"]
            flat[f"{whose} discs"] = side["won"]
            flat[f"{whose} hand"] = list(position["hands"][number])
            for planet in PLANETS:
                flat[f"{whose} {planet}"] = side["columns"][planet]
            for faction in FACTIONS:
                flat[f"{whose} {faction}"] = side["technologies"][faction]
        badge = position["badge"]
        if badge is not None:
            badge = f"{'your' if badge['side'] == self.you else 'their'} {badge['face']}"
        flat["badge"] = badge
        for place in PLACES:
            flat[f"token {place}"] = position["tokens"].get(place)
        flat["supply"] = position["token_supply"]
        flat["token discard"] = position["token_discard"]
        flat["deck"] = position["deck"]
        flat["discard"] = position["discard"]
        return flat
