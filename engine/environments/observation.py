"""What a seat sees, as numbers: the observation of an environment.

It is made of the seat's view alone, so it can't hold more than the seat may see. Sides and seats
are given as the seat sees them: its own first.

>>> from engine import Game, Options, deal
>>> options = Options(boards="SUN")
>>> game, observer = Game(deal(options, "a seed")), Observer(options)
>>> numbers = observer.observe(game.view(0))
>>> len(numbers) == observer.size
True
>>> part = observer.parts["own.credits"]
>>> numbers[part.start : part.stop]
[1.2]
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.boards import LEVELS, TOKENS
from engine.boxes import latest_cards
from engine.game import Game
from engine.names import BOARD_SIDES, FACES, FACTIONS, PLACES, PLANETS
from engine.public_types import CardsView, FrameData, SideView, View
from engine.setup import Options, deal
from engine.sources import AGENT, SOURCE_KEYS
from engine.views import seat_of

KINDS: Final = (
    *("mulligan", "turn", "order", "planet", "row", "column", "count", "discard", "give", "either"),
    *("token", "technology", "share"),
)
"""The kinds of decisions (docs/notation.md)."""
SECOND_SIDES: Final = [sides[1] for sides in BOARD_SIDES]
TOKEN_IDS: Final = tuple(token.id for token in TOKENS)
PRINTED_SOURCES: Final = tuple(SOURCE_KEYS[:AGENT])
"""The sources that are no cards; those have planes."""
NOTHING_PENDING: Final[FrameData] = {
    "source": "turn",
    "at": 0,
    "side": 0,
    "chosen": [],
    "card": None,
    "step": 0,
    "left": 0,
}
TEN: Final = 10.0
"""What amounts are divided by, so that most numbers lie between 0 and 1."""

type Part = tuple[str, list[float]]
"""A part of an observation: its name, and its numbers."""


class Observer:
    """Observes games with these options: the same places mean the same in each of them."""

    def __init__(self, options: Options) -> None:
        self._seats = options.players
        self._cards = latest_cards(options.secret_agents, options.boxes).slugs
        self._place = {card: place for place, card in enumerate(self._cards)}
        self.parts: Final = self._layout(options)
        """Name -> the places of a part, in their order."""
        self.size: Final = max(part.stop for part in self.parts.values())
        """How many numbers an observation has."""

    def observe(self, view: View) -> list[float]:
        """Return the observation of the seat of a view; `ValueError` for a spectator's."""
        return [number for _name, numbers in self._observed(view) for number in numbers]

    def _layout(self, options: Options) -> dict[str, range]:
        parts, at = {}, 0
        for name, numbers in self._observed(Game(deal(options, "layout")).view(0)):
            parts[name] = range(at, at + len(numbers))
            at += len(numbers)
        return parts

    def _observed(self, view: View) -> Iterator[Part]:
        seat = seat_of(view)
        yield from self._turn(view, seat)
        yield from self._board(view, seat % 2)
        for name, side in (("own", seat % 2), ("other", 1 - seat % 2)):
            for part, numbers in _side(view["sides"][side]):
                yield f"{name}.{part}", numbers
        yield "hands", [self._of_seat(view, seat, by)["count"] / TEN for by in range(self._seats)]
        yield from self._pending(view["stack"], seat % 2)
        yield from self._card_planes(view, seat)

    def _turn(self, view: View, seat: int) -> Iterator[Part]:
        """Yield whose turn it is and what the seat is asked."""
        yield "phase", _which(("mulligan", "turn", "over"), view["phase"])
        yield "own turn", [float(view["side_to_move"] == seat % 2)]
        order = [(seat + by) % self._seats for by in range(self._seats)]
        yield "to move", [float(view["to_move"] == other) for other in order]
        yield "played", [float(other in view["played"]) for other in order]
        yield "mulligan answered", [float(other in view["mulligan"]["answered"]) for other in order]
        asked = [decision for decision in view["pending"] if seat in decision["seats"]]
        kind = asked[0]["kind"] if asked else None
        yield "asked", _which(KINDS, kind)
        yield "optional", [float(bool(asked and asked[0]["optional"]))]

    def _board(self, view: View, side: int) -> Iterator[Part]:
        """Yield what lies between the sides."""
        yield (
            "boards",
            [
                float(letter == second)
                for letter, second in zip(view["boards"], SECOND_SIDES, strict=True)
            ],
        )
        discs = [view["discs"][planet] for planet in PLANETS]
        sign = 1 - 2 * side
        yield "discs", [0.0 if at is None else sign * at / 3 for at in discs]
        yield "discs won", [float(at is None) for at in discs]
        badge = view["badge"]
        for name, owner in (("own", side), ("other", 1 - side)):
            face = badge["face"] if badge is not None and badge["side"] == owner else None
            yield f"{name}.badge", _which(FACES, face)
        for place in PLACES:
            yield f"token {place}", _which(TOKEN_IDS, view["tokens"].get(place))
        discarded = view["token_discard"]
        yield "discarded tokens", [float(discarded.count(token)) for token in TOKEN_IDS]
        cards = len(self._cards)
        yield "deck", [view["deck"]["count"] / cards]
        yield "discard pile", [len(view["discard"]) / cards]
        yield "tokens left", [view["token_supply"]["count"] / TEN]

    def _pending(self, stack: list[FrameData], side: int) -> Iterator[Part]:
        """Yield what is being done: how often each source waits, and the state of the next one."""
        sources = [frame["source"] for frame in stack]
        yield "pending", [float(sources.count(source)) for source in PRINTED_SOURCES]
        top = stack[-1] if stack else NOTHING_PENDING
        yield "next.place", [top["at"] / TEN]
        yield "next.own", [float(bool(stack) and top["side"] == side)]
        yield "next.planets", [float(planet in top["chosen"]) for planet in PLANETS]
        yield "next.step", [top["step"] / TEN]
        yield "next.left", [top["left"] / TEN]

    def _card_planes(self, view: View, seat: int) -> Iterator[Part]:
        """Yield planes: a number for each card of the game.

        A card in a column is 1 on top and the less, the deeper it lies.
        """
        for by in range(self._seats):
            yield f"hand {by}", self._plane(self._of_seat(view, seat, by)["cards"] or ())
        yield "replaced", self._plane(view["mulligan"]["replaced"] or ())
        yield "discard", self._plane(view["discard"])
        for name, side in (("own", seat % 2), ("other", 1 - seat % 2)):
            plane = self._plane(())
            for column in view["sides"][side]["columns"].values():
                for depth, card in enumerate(reversed(column), 1):
                    plane[self._place[card]] = 1 / depth
            yield f"{name}.columns", plane
        prices = self._plane(())
        for card, price in view["prices"].items():
            prices[self._place[card]] = price["recruit"] / TEN
        yield "prices", prices
        sources = [frame["source"] for frame in view["stack"]]
        yield "pending cards", self._plane(name for name in sources if name in self._place)
        moved = view["stack"][-1]["card"] if view["stack"] else None
        yield "moved", self._plane(() if moved is None else (moved,))

    def _plane(self, cards: Iterable[str]) -> list[float]:
        plane = [0.0] * len(self._cards)
        for card in cards:
            plane[self._place[card]] = 1.0
        return plane

    def _of_seat(self, view: View, seat: int, by: int) -> CardsView:
        """Return the hand of the seat that is so many seats further on."""
        return view["hands"][(seat + by) % self._seats]


def _side(side: SideView) -> Iterator[Part]:
    yield "credits", [side["credits"] / TEN]
    yield "zenithium", [side["zenithium"] / TEN]
    yield "technologies", [side["technologies"][faction] / LEVELS for faction in FACTIONS]
    yield "won", [float(side["won"].count(planet)) for planet in PLANETS]
    yield "hand limit", [side["hand_limit"] / TEN]


def _which(words: Sequence[str], word: str | None) -> list[float]:
    """Return a 1 in the place of a word, zeros for all others and for `None`."""
    return [float(word == other) for other in words]
