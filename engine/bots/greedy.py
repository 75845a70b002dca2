"""The greedy bot, which plays the turn that leads to the best table, and a variant for beginners.

It imagines the hidden cards, searches all its turns to their end (`search.py`) and judges the
tables by hand-written weights (`value.py`). Where a turn draws cards or tokens, one imagined deck
would be luck: such turns are searched again with other decks, and the mean counts. So the bot
doesn't know a draw in advance, only the value of draws.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.agents import COSTS, PLANET_OF
from engine.bots import random_bot
from engine.bots.bot import Thought, options_of
from engine.bots.search import Judge, Limits, SearchResult, TurnSearch
from engine.bots.value import WEIGHTS, Value
from engine.chance import Chance, Stream
from engine.notation import asking
from engine.public_types import View
from engine.rules.turn import ORDER, RECRUITS_ON
from engine.table import Table
from engine.views import cards_of, imagine, open_hand, seat_of

NODES: Final = 1200
"""The most answers that a decision tries: 15 to 30 milliseconds on the machine of writing."""
FIRST: Final = Limits(nodes=800, width=48)
HOPED: Final = 120.0
"""The points of a win that depends on luck: more than any table that is not won."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a greedy bot plays.

    `worlds`: how many imagined decks a turn that draws is tried with. `nodes`: how many answers
    may be tried in all of them; `first`: the limits of the search in the first. `alike`: options
    that are worse by fewer points than this are as good as the best, and chance decides.
    `noise`: the standard deviation of the error in judging an option, in points. `slips`: how
    many decisions of 100 are left to chance. `keeps`: the dearest card that a mulligan keeps, in
    credits.
    """

    worlds: int = 4
    nodes: int = NODES
    first: Limits = FIRST
    alike: float = 0.1
    noise: float = 0.0
    slips: int = 0
    keeps: int = 6


GREEDY: Final = Style()
NOISY: Final = Style(worlds=1, noise=4.0, slips=15)


def thinker(style: Style, judge: Judge) -> Callable[[View, Chance], Thought]:
    """Return the greedy bot with a style."""

    def think(view: View, chance: Chance) -> Thought:
        options = options_of(view)
        if chance.stream("slip").below(100) < style.slips:
            return random_bot.think(view, chance)
        if view["phase"] == "mulligan":
            return Thought(mulligan(view, style), 0)
        if len(options) == 1:
            return Thought(options[0], 0)
        return _think(view, chance, style, judge)

    return think


def _think(view: View, chance: Chance, style: Style, judge: Judge) -> Thought:
    options = options_of(view)
    table = imagine(view, chance)
    asked = table.options
    side = seat_of(view) % 2
    result = TurnSearch(judge, side, style.first)(table, asked)
    nodes = result.nodes
    lucky = lucky_options(view, table, result)
    totals = {option: [value] for option, value in result.values.items()}
    for number in range(1, style.worlds if lucky else 1):
        world = imagine(view, Chance(f"{chance.seed} world {number}"))
        share = (style.nodes - nodes) // (style.worlds - number)
        again = TurnSearch(judge, side, Limits(share, style.first.width))(world, lucky)
        nodes += again.nodes
        for option, value in again.values.items():
            totals[option].append(value)
    dice = chance.stream("choice")
    values = [
        _mean(totals[option]) + style.noise * normal_error(dice)
        if option in totals
        else float("-inf")
        for option in asked
    ]
    best = max(values)
    good = [place for place, value in enumerate(values) if value >= best - style.alike]
    return Thought(options[good[dice.below(len(good))]], nodes)


def lucky_options(view: View, table: Table, result: SearchResult) -> list[int]:
    """Return the options, in order, whose value depends on the imagined cards."""
    unknown = set(result.lucky)
    if asking(table).op is ORDER:
        unknown |= {seat for seat in table.options if seat != view["seat"]}
    # after a sure win the other answers have no value leaves other answers without a value
    return [option for option in table.options if option in unknown and option in result.values]


def _mean(values: list[float]) -> float:
    """Return the mean over the imagined worlds; a game won in one of them isn't won yet."""
    if len(values) == 1:
        return values[0]
    return sum(max(-HOPED, min(HOPED, value)) for value in values) / len(values)


def normal_error(dice: Stream) -> float:
    """Return a number around 0 with standard deviation 1: the sum of three dice, scaled."""
    return (sum(dice.below(201) for _ in range(3)) - 300) / 100


def mulligan(view: View, style: Style) -> str:
    """Replace the cards that are too expensive for the first turns, or that the seat may not
    recruit.
    """
    seat = seat_of(view)
    four = len(view["hands"]) == 4
    words = ["redraw"]
    number = cards_of(view).number
    for slug in open_hand(view, seat):
        card = number[slug]
        out_of_reach = four and PLANET_OF[card] not in RECRUITS_ON[seat // 2]
        if COSTS[card] > style.keeps or out_of_reach:
            words.append(slug)
    return " ".join(words)


def by_hand(style: Style) -> Callable[[View, Chance], Thought]:
    """Return a greedy bot with the hand-written value."""
    return thinker(style, Value(WEIGHTS))
