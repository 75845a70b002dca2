"""All answers of a game as numbers: the action space of an environment.

>>> from engine import Game, Options, deal
>>> options = Options(boards="SUN")
>>> game, actions = Game(deal(options, "a seed")), Actions(options)
>>> view = game.view(0)
>>> actions.number(view, "redraw"), actions.mask(view).count(1), actions.count
(0, 16, 435)
>>> actions.answer(view, 0)
'redraw'
"""

from itertools import combinations
from typing import Final

from engine.agents import NUMBER
from engine.bots.bot import options_of
from engine.boxes import latest_cards
from engine.names import FACTIONS, PLACES, PLANETS
from engine.public_types import View
from engine.setup import CARDS_DEALT, Options
from engine.views import open_hand, seat_of

WITH_CARDS: Final = ("recruit", "develop", "lead", "discard")
MOST_EXILED: Final = 9
MOST_SPENT: Final = 15
"""The highest numbers of `exile` and `spend`; the cards go to 7 and 12."""


class Actions:
    """The answers of games with these options, numbered.

    A number means the same in every game, but for the mulligan: its first 16 numbers are sets of
    the four cards of the hand, a bit each, in the order of `engine/agents.py`. `words` has the
    answers by their numbers, `""` for a set of cards.
    """

    def __init__(self, options: Options) -> None:
        cards = latest_cards(options.secret_agents, options.boxes).slugs
        words = [
            *("" for _set in range(1 << CARDS_DEALT)),
            *("give", "decline", "option 1", "option 2"),
            *(
                f"{verb} {card}"
                for verb in ("recruit", "develop", "lead", "discard")
                for card in cards
            ),
            *(
                f"{verb} {planet}"
                for verb in ("planet", "row", "exile", "transfer")
                for planet in PLANETS
            ),
            *(f"exile {count}" for count in range(1, MOST_EXILED + 1)),
            *(f"spend {count}" for count in range(1, MOST_SPENT + 1)),
            *(f"token {place}" for place in PLACES),
            *(f"technology {faction}" for faction in FACTIONS),
        ]
        if options.players == 4:
            words += [f"first {seat}" for seat in range(options.players)]
            words += [f"share {card}" for card in cards]
            words += [f"share {first} {second}" for first, second in combinations(sorted(cards), 2)]
        self.words: Final = tuple(words)
        self.count: Final = len(words)
        self._numbers = {word: number for number, word in enumerate(words) if word}

    def number(self, view: View, answer: str) -> int:
        """Return the number of an answer; `KeyError` for one that no game has."""
        verb, *cards = answer.split(" ")
        if verb == "redraw":
            hand = _sorted_hand(view)
            return sum(1 << hand.index(card) for card in cards)
        if verb == "share":
            answer = " ".join([verb, *sorted(cards)])
        return self._numbers[answer]

    def mask(self, view: View) -> bytearray:
        """Return a byte for each action: 1 if the seat of the view can answer so now, else 0."""
        mask = bytearray(self.count)
        for answer in _legal(view):
            mask[self.number(view, answer)] = 1
        return mask

    def answer(self, view: View, number: int) -> str:
        """Return the answer of a number; `ValueError` if the seat of the view can't give it now."""
        for answer in _legal(view):
            if self.number(view, answer) == number:
                return answer
        raise ValueError(f"seat {view['seat']} can't answer with action {number} now")


def _legal(view: View) -> list[str]:
    try:
        return options_of(view)
    except ValueError:
        return []


def _sorted_hand(view: View) -> list[str]:
    return sorted(open_hand(view, seat_of(view)), key=NUMBER.__getitem__)
