"""Recruiting one agent in a prepared position, and what has changed once that turn is over."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest

from engine import Decision, Game
from engine.agents import AGENTS, NUMBER
from engine.chance import Shuffler
from engine.names import PLANETS
from tests.engine.prepared import prepare

FILLER = ("elisabeth", "pkd1ck", "agent-ezra", "donald-smooth", "huxl3y", "titus")
"""What a hand holds besides the agent. Six is the highest limit: nothing is drawn afterwards."""

SIX = {
    "venus": ["luc4s", "cresus", "buj0ld", "c1x1n", "stessy-power", "felis"],
    "terra": ["v3rn3", "l0v3cr4ft", "m4th3s0n", "gilgamesh", "baron-goro", "f4rm3r"],
    "jupiter": ["ch4mb3rs", "suleiman", "annie", "ivan", "th0mps0n", "arnulf"],
}
"""Six agents of a planet, bottom first: with the one recruited, a column of seven."""

KINDS = {
    "planet": "planet",
    "row": "row",
    "exile": "column",
    "transfer": "column",
    "spend": "count",
    "discard": "discard",
    "give": "give",
    "option": "either",
    "token": "token",
    "technology": "technology",
}
"""The first word of an answer -> the kind of decision that it answers (`position.md`)."""


class InOrder:
    """A shuffler that leaves everything as it lies."""

    def shuffled(self, label: str, items: Sequence[int]) -> list[int]:
        return list(items)


def each(verb: str, names: str) -> tuple[str, ...]:
    """Return the answers of one verb: `each("planet", "venus mars")`."""
    return tuple(f"{verb} {name}" for name in names.split())


def may(verb: str, names: str) -> tuple[str, ...]:
    """Return the answers of one verb, and no."""
    return (*each(verb, names), "decline")


def but(*planets: str) -> tuple[str, ...]:
    """Return the answers of a choice among all planets but these."""
    return tuple(answer for answer in ANY_PLANET if answer.split()[1] not in planets)


ANY_PLANET = each("planet", "mercury venus terra mars jupiter")
GIVE = ("give", "decline")


class Turn:
    """A turn in which an agent is recruited.

    The game starts from `prepare(**position)`, with the Secret Agents: unless said otherwise
    each side has 20 credits and 5 zenithium, all discs lie on their centres, nobody has the
    badge, no bonus token lies on the boards, the discard piles are empty. With four players
    it is the first turn of the two of that side.
    """

    def __init__(
        self,
        agent: str,
        seat: int = 0,
        hand: Sequence[str] = FILLER,
        chance: Shuffler | None = None,
        **position: Any,
    ) -> None:
        start = prepare(secret_agents=True, to_move=seat, hand=[agent, *hand], **position)
        self.agent = agent
        self.seat = seat
        self.game = Game.from_position(start, seed="agents", chance=chance)
        self._before = deepcopy(start)
        self._before["hands"][seat].remove(agent)
        planet = PLANETS[AGENTS[NUMBER[agent]].planet]
        self._before["sides"][seat % 2]["columns"][planet].append(agent)
        if start["players"] == 2:
            self._before["to_move"] = 1 - seat
        else:  # the teammate plays next
            self._before |= {"to_move": (seat + 2) % 4, "played": [seat]}
        self.events = self.game.play(seat, f"recruit {agent}")

    def answer(
        self,
        action: str,
        of: Sequence[str],
        *,
        kind: str = "",
        source: str = "",
        by: tuple[int, ...] = (),
    ) -> None:
        """Check that exactly these answers are asked for, and give one of them.

        What asks is the agent, and the one who is asked its seat, unless said otherwise.
        """
        verb, *name = of[0].split()
        asked = Decision(
            seats=by or (self.seat,),
            kind=kind
            or ("count" if name and name[0].isdigit() and verb == "exile" else KINDS[verb]),
            options=tuple(of),
            source=source or self.agent,
            optional=of[-1] == "decline",
        )
        pending = self.game.pending
        assert pending == (asked,), f"asked {pending}, not {asked}"
        self.events += self.game.play(asked.seats[-1], action)

    def take_disc(self, other: str, own: str) -> None:
        """Win the other disc with the token of the agent's own planet (`two_discs`)."""
        self.answer(f"planet {other}", of=but(own), source=f"token {own}")

    def changes(self) -> dict[str, Any]:
        """Return all that has changed since the agent was put on its column.

        The words are those of `prepare`, with values of side 0 and side 1 in a pair; columns,
        levels, discs, tokens and hands only where they have changed; `credits` always, so that
        every test says what was paid. In addition: `drawn`, the number
        of cards gone from the top of the deck (`deck`: what it is now, if not that),
        `tokens_drawn` and `supply` in the same way, and `outcome` when the game is over.
        Nothing may be pending inside the turn.
        """
        old, new = self._before, self.game.position()
        found: dict[str, Any] = {}
        found["credits"] = tuple(side["credits"] for side in new["sides"])
        for key in ("zenithium", "won"):
            pair = tuple(side[key] for side in new["sides"])
            if pair != tuple(side[key] for side in old["sides"]):
                found[key] = pair
        for name, key in (("levels", "technologies"), ("columns", "columns")):
            parts = [_changed(old["sides"][n][key], new["sides"][n][key]) for n in (0, 1)]
            if any(parts):
                found[name] = tuple(parts)
        for key in ("discs", "tokens"):
            if part := _changed(old[key], new[key]):
                found[key] = part
        hands = [dict(enumerate(position["hands"])) for position in (old, new)]
        if part := _changed(*hands):
            found["hands"] = part
        if new["badge"] != old["badge"]:
            found["badge"] = (new["badge"]["side"], new["badge"]["face"])
        for key in ("discard", "token_discard"):
            if new[key] != old[key]:
                found[key] = new[key]
        for name, pile, key in (
            ("drawn", "deck", "deck"),
            ("tokens_drawn", "supply", "token_supply"),
        ):
            gone = len(old[key]) - len(new[key])
            if gone < 0 or old[key][gone:] != new[key]:
                found[pile] = new[key]
            elif gone:
                found[name] = gone
        if self.game.outcome is not None:
            found["outcome"] = (self.game.outcome.winner, self.game.outcome.victory)
        else:
            for key in ("to_move", "side_to_move", "played"):
                if new.get(key) != old.get(key):
                    found[key] = new[key]
        return found


def two_discs(own: str, other: str) -> dict[str, Any]:
    """Return a start where an agent's first influence wins the disc of its own planet.

    The token there then gives an influence, which wins the other disc (`Turn.take_disc`).
    """
    return {"discs": {own: 3, other: 3}, "tokens": {own: "influence"}}


def two_won(own: str, other: str) -> dict[str, Any]:
    """Return what has changed by `two_discs`."""
    return {
        "won": ([own, other], []),
        "discs": {own: 0, other: 0},
        "tokens": {own: None},
        "token_discard": ["influence"],
    }


def _changed(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    """Return what has changed, with `None` for what is gone."""
    keys = [*old, *(key for key in new if key not in old)]
    return {key: new.get(key) for key in keys if new.get(key) != old.get(key)}


def case(agent: str, start: dict[str, Any], end: dict[str, Any], when: str = "") -> Any:
    """Return a case for a test of `(agent, start, end)`, named after the agent."""
    return pytest.param(agent, start, end, id=f"{agent}: {when}" if when else agent)
