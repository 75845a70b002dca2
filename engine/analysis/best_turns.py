"""Best turns: turns that are worth clearly more than every other way to play them.

A turn is worth the chance to win at its end, by the judge of the reviews (`review/judging.py`).
The judge sees what the seat sees, so the worth of a turn that reveals nothing does not depend on
what is hidden. A turn that reveals something has no worth of its own, but a bound: what a player
who knew the deck and the tokens would get by one, on average.

The search is exhaustive. A turn with more answers than `NODES` is given up.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, variance
from typing import Final

from engine import notation, positions
from engine.analysis.review.judging import chance_to_win, judge
from engine.bots import BOTS
from engine.bots.levels import Skill, at_level
from engine.bots.play_on import PlayOn
from engine.bots.search import draws, state_key, step, without_its_end
from engine.chance import Chance
from engine.game import Game
from engine.public_types import Position
from engine.table import RUNNING, Table
from engine.views import imagine

NODES: Final = 2_000
"""The most answers that are tried in one search."""
MARGIN: Final = 0.01
"""A turn that is worth so much less than the best one is as good."""
GAP: Final = 0.12
"""Every other turn is worth so much less than the best one at least."""
LEAST, MOST = 0.1, 0.95
"""What the best turn is worth: outside of these the game is decided."""
SURE: Final = 2.0
"""How many standard errors are allowed for."""
ASKED: Final = 3
"""How often the best bot is asked."""
PAIRS: Final = (16, 32, 64)
"""After so many pairs of games the results are looked at."""

BEST_BOT: Final = replace(
    BOTS["zenith"], think=at_level(Skill(weighs_hands=True, on=PlayOn(), on_in_teams=PlayOn()))
)
"""The bot that is asked: it plays on for one round, as the best level did at the mining."""
PLAYER: Final = BOTS["greedy"]
"""The bot that plays on; it does not know the judge's network."""


class TooManyAnswers(Exception):
    """The turn has more answers than are tried."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn: its worth, and the answers of the side that plays it."""

    worth: float
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClearTurn:
    """The best turn of a position, and the best of the others."""

    best: JudgedTurn
    other: JudgedTurn


class TurnWorths:
    """An exhaustive search of one turn for the worth of each way to play it.

    `reveals`: whether turns that reveal something are judged, with the hidden cards as they lie on
    this table, instead of those that reveal nothing. Its methods raise `TooManyAnswers`.
    """

    def __init__(self, start: Table, reveals: bool = False) -> None:
        self.start = without_its_end(start)
        self._reveals = reveals
        self._draws = draws(self.start)
        self._worths: dict[tuple[object, ...], float | None] = {}
        self._left = NODES

    def after(self, table: Table, option: int) -> tuple[Table, float | None]:
        """Return the table after an answer, and the worth of the best turn that goes on so.

        `None`: no turn of the wanted kind does.
        """
        table = table.copy()
        step(table, option)
        return table, self._worth(table)

    def _worth(self, table: Table) -> float | None:
        has_revealed = draws(table) != self._draws
        if has_revealed and not self._reveals:
            return None
        key = state_key(table)
        if key not in self._worths:
            self._left -= 1
            if self._left < 0:
                raise TooManyAnswers
            self._worths[key] = self._searched(table, has_revealed)
        return self._worths[key]

    def _searched(self, table: Table, has_revealed: bool) -> float | None:
        if not table.stack or table.ending != RUNNING:
            if has_revealed != self._reveals:
                return None
            return chance_to_win(judge(table, self.start.side))
        worths = [self.after(table, option)[1] for option in table.options]
        known = [worth for worth in worths if worth is not None]
        if self.is_own(table):
            return max(known, default=None)
        return min(known) if len(known) == len(worths) else None

    def is_own(self, table: Table) -> bool:
        """Whether the side that has the turn is asked."""
        return table.stack[-1][2] == self.start.side

    def best(self) -> float | None:
        """Return the worth of the best turn."""
        worths = (self.after(self.start, option)[1] for option in self.start.options)
        return max((worth for worth in worths if worth is not None), default=None)

    def line(self, table: Table) -> Iterator[str]:
        """Yield the answers of the best turn from a table on; the opponent's are left out.

        The opponent gives the answer that is worst for the side that has the turn.
        """
        while table.stack and table.ending == RUNNING:
            is_own = self.is_own(table)
            ways = [(option, *self.after(table, option)) for option in table.options]
            judged = [(worth, option, after) for option, after, worth in ways if worth is not None]
            if not judged:
                return
            _worth, option, after = (max if is_own else min)(judged, key=lambda way: way[0])
            if is_own:
                yield write(table, option)
            table = after

    def second(self, best: float) -> JudgedTurn | None:
        """Return the best of the turns that leave the best ones at some answer; `None` if none do.

        All answers of all turns that are as good as the best one are looked at.
        """
        second: tuple[float, tuple[str, ...], Table] | None = None
        seen: set[tuple[object, ...]] = set()
        waiting: list[tuple[Table, tuple[str, ...]]] = [(self.start, ())]
        while waiting:
            table, path = waiting.pop()
            is_own = self.is_own(table)
            for option in table.options:
                after, worth = self.after(table, option)
                way = (*path, write(table, option)) if is_own else path
                if worth is None:
                    continue
                if worth < best - MARGIN:
                    if is_own and (second is None or worth > second[0]):
                        second = worth, way, after
                elif after.stack and after.ending == RUNNING and state_key(after) not in seen:
                    seen.add(state_key(after))
                    waiting.append((after, way))
        if second is None:
            return None
        return JudgedTurn(second[0], (*second[1], *self.line(second[2])))


def write(table: Table, option: int) -> str:
    """Write an answer to the open question as an action."""
    actions = notation.decision(table).options
    return actions[table.options.index(option)]


def clear_best_turn(table: Table, seat: int) -> ClearTurn | None:
    """Return the best turn if it is worth clearly more than every other one.

    Turns that reveal something are among the others. Raises `TooManyAnswers`.
    """
    search = TurnWorths(table)
    best = search.best()
    if best is None or not LEAST <= best <= MOST:
        return None
    other = search.second(best)
    if other is None or other.worth > best - GAP:
        return None
    if bound_of_reveals(table, seat) > best - GAP:
        return None
    return ClearTurn(JudgedTurn(best, tuple(search.line(search.start))), other)


def bound_of_reveals(table: Table, seat: int) -> float:
    """Return the most that turns which reveal something can be worth on average.

    Each card that the seat can't see lies on top of the deck once, the others and the tokens are
    dealt at random. In each of these deals the best turn is chosen by a player who knows the deal.
    `SURE` standard errors are added. 0 if no turn reveals anything.
    """
    turns = [TurnWorths(world, reveals=True).best() for world in deals(table, seat)]
    worths = [worth for worth in turns if worth is not None]
    if len(worths) < 2:
        return max(worths, default=0.0)
    return fmean(worths) + SURE * sqrt(variance(worths) / len(worths))


def deals(table: Table, seat: int) -> Iterator[Table]:
    """Yield the table once for each card that a seat can't see, with this card on top of the deck.

    What else the seat can't see is dealt at random.
    """
    view = Game.from_position(positions.write(table), seed="deals").view(seat)
    hidden = [card for owner, hand in enumerate(table.hands) if owner != seat for card in hand]
    for card in sorted((*hidden, *table.deck[table.drawn :])):
        yield _with_on_top(imagine(view, Chance(f"deal {card}")), card)


def _with_on_top(table: Table, card: int) -> Table:
    """Return a table with a hidden card on top of the deck, in exchange for the one there."""
    if table.drawn >= len(table.deck):
        return table
    top = table.deck[table.drawn]

    def exchanged(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple({top: card, card: top}.get(hidden, hidden) for hidden in cards)

    table.deck = exchanged(table.deck)
    table.hands = [exchanged(hand) for hand in table.hands]
    return table


# --- confirmation: by a bot that plays on, and by games played to their end ---


def is_confirmed(position: Position, turn: ClearTurn) -> bool:
    """Whether the best bot begins so, and more games are won after this turn than after the other.

    The games are played in pairs, one after each turn, from the same deals of the hidden cards, by
    a bot with a hand-written value. More are won if the mean difference is more than `SURE` of its
    standard errors at some look, or more than one at the last look.
    """
    seat = positions.to_move(position)
    view = Game.from_position(position, seed="confirm").view(seat)
    for number in range(ASKED):
        if BEST_BOT(view, Chance(f"confirm {number}")) != turn.best.answers[0]:
            return False
    differences: list[float] = []
    for number in range(PAIRS[-1]):
        seed = f"confirm {number}"
        deal = positions.write(imagine(view, Chance(seed)))
        best, other = (score(deal, path.answers, seed) for path in (turn.best, turn.other))
        differences.append(best - other)
        if number + 1 in PAIRS:
            mean, error = fmean(differences), sqrt(variance(differences) / len(differences))
            if mean <= 0:
                return False
            if mean > SURE * error:
                return True
    return mean > error


def score(position: Position, line: tuple[str, ...], seed: str) -> float:
    """Return the result of a game that goes on with a turn: 1 for a win, 0.5 for a draw."""
    game, seat = Game.from_position(position, seed=seed), positions.to_move(position)
    answers = list(line)
    count = 0
    while game.outcome is None:
        asked = game.pending[0]
        player = asked.seats[0]
        if answers and player == seat and answers[0] in asked.options:
            action = answers.pop(0)
        else:
            action = PLAYER(game.view(player), Chance(f"{seed} {count}"))
        game.play(player, action)
        count += 1
    winner = game.outcome.winner
    return 0.5 if winner is None else float(winner == seat)
