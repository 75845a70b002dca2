"""Recruiting an agent in a prepared position, and the changes that follow.

Everything is seen from the seat that recruits: it is *your* turn, `discs` count steps towards
you, and every pair is (yours, theirs). What a test expects comes from the printed text and the
rules, never from the engine.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from engine import Game
from engine.agents import AGENTS, NUMBER
from engine.chance import Shuffler
from engine.names import FACTIONS, PLACES, PLANETS
from engine.public_types import Position
from tests.engine.prepared import play, prepare

HAND = ("nero", "moussa", "ice-june", "khan", "gibs0n", "geronimo")
"""The hand beside one of the agents 1 to 50; with six cards nothing is drawn after the turn."""
FILLER = ("elisabeth", "pkd1ck", "agent-ezra", "donald-smooth", "huxl3y", "titus")
"""The hand beside one of the other agents."""
SIX = {
    "venus": ["luc4s", "cresus", "buj0ld", "c1x1n", "stessy-power", "felis"],
    "terra": ["v3rn3", "l0v3cr4ft", "m4th3s0n", "gilgamesh", "baron-goro", "f4rm3r"],
    "jupiter": ["ch4mb3rs", "suleiman", "annie", "ivan", "th0mps0n", "arnulf"],
}
"""Six agents of a planet, bottom first: with the recruited one, a column of seven."""
PAIRS = ("credits", "zenithium", "levels", "columns", "won")
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

Changes = dict[str, Any]


def by_agent(names: str, *lines: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Parametrize a test with one line an agent, the agent's slug first."""
    return pytest.mark.parametrize(names.split(), lines, ids=[line[0] for line in lines])


class Question(NamedTuple):
    """A decision: the side that is asked (`your` or `their`), by what, and all legal answers."""

    whose: str
    source: str
    kind: str
    options: tuple[str, ...]
    optional: bool


def must(source: str, kind: str, *options: str, whose: str = "your") -> Question:
    """A decision that can't be declined."""
    return Question(whose, source, kind, options, optional=False)


def may(source: str, kind: str, *options: str) -> Question:
    """A decision of yours that may be declined."""
    return Question("your", source, kind, (*options, "decline"), optional=True)


def case(agent: str, start: Changes, end: Changes, when: str = "") -> Any:
    """Return a case for a test of `(agent, start, end)`, named after the agent."""
    return pytest.param(agent, start, end, id=f"{agent}: {when}" if when else agent)


def answers(verb: str, names: str) -> tuple[str, ...]:
    """Return the answers of one verb: `answers("exile", "venus mars")`."""
    return tuple(f"{verb} {name}" for name in names.split())


def or_decline(verb: str, names: str) -> tuple[str, ...]:
    """Return the answers of one verb, and no."""
    return (*answers(verb, names), "decline")


def on(planets: str) -> tuple[str, ...]:
    """Return the answers `planet …` for planets named in one text."""
    return answers("planet", planets)


def on_all_but(*planets: str) -> tuple[str, ...]:
    """Return the answers `planet …` for all planets but these."""
    return tuple(f"planet {planet}" for planet in PLANETS if planet not in planets)


EVERYWHERE = on("mercury venus terra mars jupiter")
GIVE = ("give", "decline")


def two_discs(own: str, other: str) -> dict[str, Any]:
    """Return a start where an agent's first influence wins the disc of its own planet.

    The token there then gives an influence, which wins the other disc (`Scene.take_disc`).
    """
    return {"discs": {own: 3, other: 3}, "tokens": {own: "influence"}}


def two_won(own: str, other: str) -> Changes:
    """Return the changes that `two_discs` leads to."""
    return {
        own: 0,
        other: 0,
        "your discs": [own, other],
        f"token {own}": None,
        "tokens discarded": ["influence"],
    }


class Scene:
    """A game in which you have just recruited an agent.

    `hand` is your hand beside the agent, `badge` is like `your silver`, `last_cards` leaves no
    card to draw but those of `deck` and `discard`. The rest as in `prepare`. With four players
    it is the first turn of the two of your side.
    """

    def __init__(
        self,
        you: int,
        agent: str,
        *,
        players: int = 2,
        hand: Sequence[str] | None = None,
        hands: dict[int, Sequence[str]] | None = None,
        discs: dict[str, int] | None = None,
        badge: str | None = None,
        last_cards: bool = False,
        chance: Shuffler | None = None,
        **position: Any,
    ) -> None:
        self.you, self.side, self.players, self.agent = you, you % 2, players, agent
        if hand is None:
            hand = HAND if NUMBER[agent] < NUMBER["h3rb3rt"] else FILLER
        for pair in PAIRS:
            if self.side == 1 and pair in position:
                position[pair] = position[pair][::-1]
        if badge is not None:
            whose, face = badge.split()
            position["badge"] = (self.side if whose == "your" else 1 - self.side, face)
        start = prepare(
            players=players,
            secret_agents=True,
            to_move=you,
            hands={you: [agent, *hand], **(hands or {})},
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
        self._before[f"your {PLANETS[AGENTS[NUMBER[agent]].planet]}"].append(agent)
        self.events = play(self.game, f"recruit {agent}")

    def answer(
        self,
        *actions: str,
        of: Sequence[str] = (),
        kind: str = "",
        source: str = "",
        whose: str = "your",
    ) -> None:
        """Answer what is asked, of any seat.

        With `of`, check first that exactly these answers are asked for: by the agent and of you,
        unless said otherwise.
        """
        if of:
            verb, *name = of[0].split()
            if not kind:
                kind = "count" if verb == "exile" and name[0].isdigit() else KINDS[verb]
            options, optional = tuple(of), of[-1] == "decline"
            asked = Question(whose, source or self.agent, kind, options, optional)
            assert self.asks == asked
        self.events += play(self.game, *actions)

    def take_disc(self, other: str, own: str) -> None:
        """Win the other disc with the token of the agent's own planet (`two_discs`)."""
        self.answer(f"planet {other}", of=on_all_but(own), source=f"token {own}")

    @property
    def asks(self) -> Question:
        """What is asked now."""
        (decision,) = self.game.pending
        sides = {seat % 2 for seat in decision.seats}
        whose = "their" if sides == {1 - self.side} else "your teammate's"
        return Question(
            "your" if decision.seats == (self.you,) else whose,
            decision.source,
            decision.kind,
            decision.options,
            decision.optional,
        )

    def so_far(self) -> Changes:
        """Return all that is new on the table, but that the agent went from hand to column.

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
            winner = "you" if outcome.winner == self.side else "they"
            changes["outcome"] = (winner, outcome.victory)
        elif self.asks[1:3] != ("turn", "turn") or self.asks.whose != self._next:
            changes["asks"] = self.asks
        return changes

    @property
    def _next(self) -> str:
        """Who is asked for the next turn."""
        return "their" if self.players == 2 else "your teammate's"

    def _hand_of(self, seat: int) -> str:
        if seat == self.you:
            return "your hand"
        return "their hand" if self.players == 2 else f"hand of seat {seat}"

    def _towards_me(self, at: int) -> int:
        return at if self.side == 0 else -at

    def _flat(self, position: Position) -> Changes:
        flat: Changes = {}
        for planet in PLANETS:
            at = position["discs"][planet]
            flat[planet] = None if at is None else self._towards_me(at)
        for whose, number in (("your", self.side), ("their", 1 - self.side)):
            side = position["sides"][number]
            flat[f"{whose} credits"] = side["credits"]
            flat[f"{whose} zenithium"] = side["zenithium"]
            flat[f"{whose} discs"] = side["won"]
            for planet in PLANETS:
                flat[f"{whose} {planet}"] = list(side["columns"][planet])
            for faction in FACTIONS:
                flat[f"{whose} {faction}"] = side["technologies"][faction]
        flat |= {self._hand_of(seat): list(cards) for seat, cards in enumerate(position["hands"])}
        badge = position["badge"]
        flat["badge"] = None
        if badge is not None:
            whose = "your" if badge["side"] == self.side else "their"
            flat["badge"] = f"{whose} {badge['face']}"
        for place in PLACES:
            flat[f"token {place}"] = position["tokens"].get(place)
        flat["supply"] = position["token_supply"]
        flat["token discard"] = position["token_discard"]
        flat["deck"] = position["deck"]
        flat["discard"] = position["discard"]
        return flat
