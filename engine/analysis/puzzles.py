"""Puzzles: turns with a goal, and one way to begin that reaches it.

A puzzle is a position of two players, a goal, and a solution. The goal is to win the game, to win
a disc, or to play the best turn. What makes a turn that wins a puzzle:

- The solution reaches the goal whatever is hidden: no card or token is drawn on its way, and it
  holds for every answer of the opponent.
- A turn that wins a disc is the best turn, or loses `MOST_LOST` at most, by the reviews.
- No other first answer is certain to reach the goal. That is proved, not estimated: for each of
  them there is a deal of the hidden cards in which no continuation reaches it.

What makes a best turn one, in a position in which nothing can be won for certain, is in
`engine/analysis/best_turns.py`: every other turn is worth clearly less.

A solution takes `SHORTEST` answers or more, and the first one is not the answer that looks best
before the others are given. The search is exhaustive. A turn with more answers than `NODES` is
given up, so it is no puzzle.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

from engine import notation, positions
from engine.analysis.best_turns import (
    MARGIN,
    TooManyAnswers,
    TurnWorths,
    clear_best_turn,
    is_confirmed,
    write,
)
from engine.analysis.review.playing_on import loss_of_turn
from engine.bots.search import draws, state_key, step, without_its_end
from engine.bots.value import WEIGHTS, Value
from engine.chance import Chance
from engine.events import DiscWon, GameEnded
from engine.game import Game
from engine.public_types import Position, View
from engine.table import RUNNING, Table
from engine.views import imagine

NODES: Final = 6_000
"""The most answers that are tried in one search: about 50 milliseconds."""
WORLDS: Final = 12
"""How many deals of the hidden cards are tried to refute an answer."""

GAME, DISC, BEST = "game", "disc", "best"
WINS: Final = (GAME, DISC)
"""The goals that are won."""
GOALS: Final = (*WINS, BEST)
SHORTEST: Final = {GAME: 3, DISC: 3, BEST: 2}
"""Goal -> the fewest answers of a solution."""

MOST_LOST: Final = 0.02
"""The most of the chance to win that a solution loses against the best turn."""

OPEN, SOLVED, FAILED = "open", "solved", "failed"
"""The verdicts on the answers that a solver has given."""

Reached = Callable[[Table], bool]


class PuzzleData(TypedDict):
    """A puzzle as JSON."""

    position: Position
    goal: str
    solution: list[str]
    first_answers: int


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A puzzle. `position`: in the public notation, its hidden cards dealt anew."""

    position: Position
    goal: str
    solution: tuple[str, ...]
    first_answers: int
    """How many answers the first question offers."""

    def to_json(self) -> PuzzleData:
        """Return it as JSON."""
        return {
            "position": self.position,
            "goal": self.goal,
            "solution": list(self.solution),
            "first_answers": self.first_answers,
        }


def has_reached(goal: str, start: Table, table: Table) -> bool:
    """Whether the side to move at `start` has won what the goal names."""
    side = start.side
    if goal == GAME:
        return table.ending != RUNNING and table.winner == side
    return len(table.won[side]) > len(start.won[side])


class TurnSolver:
    """An exhaustive search of one turn for a goal.

    `knows_draws`: whether it may rely on the cards and tokens that the table hides.
    """

    def __init__(self, start: Table, goal: str, knows_draws: bool) -> None:
        self.start = without_its_end(start)
        self._goal = goal
        self._draws = None if knows_draws else draws(start)
        self._lengths: dict[tuple[object, ...], int | None] = {}
        self._left = NODES

    def after(self, table: Table, option: int) -> tuple[Table, int | None]:
        """Return the table after an answer, and how many own answers are left at least.

        `None`: the goal can't be forced. Raises `TooManyAnswers`.
        """
        self._left -= 1
        if self._left < 0:
            raise TooManyAnswers
        before, table = table, table.copy()
        step(table, option)
        is_reached = has_reached(self._goal, self.start, table)
        if self._draws is not None and draws(table) != self._draws:
            is_sure = is_reached and self._wins_before_it_draws(before, option)
            return table, 0 if is_sure else None
        if is_reached:
            return table, 0
        if not table.stack or table.ending != RUNNING:
            return table, None
        return table, self._length(table)

    def _wins_before_it_draws(self, table: Table, option: int) -> bool:
        """Whether an answer reaches the goal before anything hidden is turned up."""
        table = table.copy()
        table.log = []
        step(table, option)
        wins = DiscWon if self._goal == DISC else GameEnded
        return next(
            isinstance(event, wins)
            for event in table.log
            if event.reveals or isinstance(event, wins)
        )

    def _length(self, table: Table) -> int | None:
        key = state_key(table)
        if key not in self._lengths:
            lengths = [self.after(table, option)[1] for option in table.options]
            if table.stack[-1][2] == self.start.side:
                known = [length for length in lengths if length is not None]
                self._lengths[key] = 1 + min(known) if known else None
            else:
                sure = [length for length in lengths if length is not None]
                self._lengths[key] = max(sure) if len(sure) == len(lengths) else None
        return self._lengths[key]

    def winning(self) -> list[int]:
        """Return the first answers that reach the goal."""
        return [option for option in self.start.options if self.reaches(option)]

    def reaches(self, option: int) -> bool:
        """Whether a first answer reaches the goal."""
        return self.after(self.start, option)[1] is not None

    def line(self) -> list[str]:
        """Return the shortest solution; the opponent's answers are left out.

        Where it branches by the opponent's answer, the longest branch is followed.
        """
        table, actions = self.start, []
        while not has_reached(self._goal, self.start, table):
            own = table.stack[-1][2] == self.start.side
            branches = [(option, *self.after(table, option)) for option in table.options]
            ways = [(left, option, after) for option, after, left in branches if left is not None]
            _left, option, after = (min if own else max)(ways, key=lambda way: way[0])
            if own:
                actions.append(write(table, option))
            table = after
        return actions


class BestTurnSolver:
    """The verdicts on the answers of a turn that is to be the best one."""

    def __init__(self, start: Table) -> None:
        self._search = TurnWorths(start)
        self.start = self._search.start
        self._best = self._search.best()

    def after(self, table: Table, option: int) -> tuple[Table, int | None]:
        """Return the table after an answer, and whether answers are left, as 0 or 1.

        `None`: the best turn does not go on so. Raises `TooManyAnswers`.
        """
        table, worth = self._search.after(table, option)
        if worth is None or self._best is None or worth < self._best - MARGIN:
            return table, None
        return table, int(bool(table.stack) and table.ending == RUNNING)


def puzzles_of(game: Game, seed: str, goals: Sequence[str] = GOALS) -> Iterator[FoundPuzzle]:
    """Yield the puzzle of the turn that a game is at, if it is one of these goals.

    A turn is a puzzle of the greatest goal that is certain. A best turn takes seconds to confirm.
    """
    decisions = game.pending
    if len(decisions) != 1 or decisions[0].kind != "turn" or len(game.view(None)["hands"]) != 2:
        return
    seat = decisions[0].seats[0]
    view = game.view(seat)
    # A deal from what the seat sees: nothing of the real hidden cards goes into the puzzle.
    table = imagine(view, Chance(f"{seed} puzzle"))
    try:
        for goal in WINS:
            winning = TurnSolver(table, goal, knows_draws=False).winning()
            if winning:
                puzzle = _examined(table, view, goal, winning, seed)
                break
        else:
            goal = BEST
            puzzle = _best_turn(table, seat) if BEST in goals else None
    except TooManyAnswers:
        return
    if puzzle is not None and goal in goals:
        yield puzzle


def _examined(
    table: Table, view: View, goal: str, winning: list[int], seed: str
) -> FoundPuzzle | None:
    """Return the puzzle if its only first answer is hard to see and the others are refuted."""
    first, *more = winning
    if more:
        return None
    solution = TurnSolver(table, goal, knows_draws=False).line()
    if is_easy(table, goal, solution):
        return None
    others = [option for option in table.options if option != first]
    if not _are_refuted(table, view, goal, others, seed):
        return None
    position = positions.write(table)
    puzzle = FoundPuzzle(position, goal, tuple(solution), len(table.options))
    if check(puzzle) or check_worth(puzzle):
        return None
    return puzzle


def _best_turn(table: Table, seat: int) -> FoundPuzzle | None:
    """Return the puzzle if the best turn is clear, hard to see and confirmed."""
    turn = clear_best_turn(table, seat)
    if turn is None or is_easy(table, BEST, turn.best.answers):
        return None
    position = positions.write(table)
    if not is_confirmed(position, turn):
        return None
    return FoundPuzzle(position, BEST, turn.best.answers, len(table.options))


def is_easy(table: Table, goal: str, solution: Sequence[str]) -> bool:
    """Whether a solution is short, or begins with the answer that looks best."""
    return len(solution) < SHORTEST[goal] or write(table, looks_best(table)) == solution[0]


def _are_refuted(table: Table, view: View, goal: str, options: list[int], seed: str) -> bool:
    """Whether there is a deal for each of these answers in which it can't reach the goal."""
    for number in range(WORLDS):
        world = imagine(view, Chance(f"{seed} world {number}")) if number else table
        solver = TurnSolver(world, goal, knows_draws=True)
        options = [option for option in options if solver.reaches(option)]
        if not options:
            return True
    return False


def looks_best(table: Table) -> int:
    """Return the first answer after which the table looks best, before any further answer."""
    value, start = Value(WEIGHTS), without_its_end(table)

    def worth(option: int) -> float:
        after = start.copy()
        step(after, option)
        return value(after, start.side)

    return max(start.options, key=worth)


def check(puzzle: FoundPuzzle) -> str:
    """Return what is wrong with a puzzle, "" if it is one: everything is searched again.

    What is played on or to the end is not: `check_worth`, and the games that confirm a best turn.
    """
    game = Game.from_position(puzzle.position, seed="check")
    seat = positions.to_move(puzzle.position)
    view = game.view(seat)
    table = imagine(view, Chance("check 0"))
    try:
        wrong = (
            _check_best_turn(puzzle, table, seat)
            if puzzle.goal == BEST
            else _check_win(puzzle, table, view)
        )
    except TooManyAnswers:
        return "too many answers"
    if wrong:
        return wrong
    if is_easy(table, puzzle.goal, puzzle.solution):
        return "too easy"
    for number in range(WORLDS):
        world = imagine(view, Chance(f"check {number}"))
        if judge(world, puzzle.goal, puzzle.solution) != SOLVED:
            return "the solution does not reach the goal with other hidden cards"
    return ""


def check_worth(puzzle: FoundPuzzle) -> str:
    """Return what is wrong if a puzzle asks for a turn that the reviews call worse than another.

    A disc that is certain to be won can cost more than it is worth.
    """
    if puzzle.goal != DISC:
        return ""
    seat = positions.to_move(puzzle.position)
    view = Game.from_position(puzzle.position, seed="check").view(seat)
    loss = loss_of_turn(view, puzzle.solution, "check")
    if loss is not None and loss.chance > MOST_LOST:
        return f"the solution loses {100 * loss.chance:.0f} % against the best turn"
    return ""


def _check_win(puzzle: FoundPuzzle, table: Table, view: View) -> str:
    solver = TurnSolver(table, puzzle.goal, knows_draws=False)
    start, winning = solver.start, solver.winning()
    if [write(start, option) for option in winning] != [puzzle.solution[0]]:
        return "not exactly the first answer of the solution reaches the goal"
    others = [option for option in start.options if option not in winning]
    if not _are_refuted(table, view, puzzle.goal, others, "check"):
        return "another first answer may be certain as well"
    if len(solver.line()) != len(puzzle.solution):
        return "the solution is not the shortest one"
    return ""


def _check_best_turn(puzzle: FoundPuzzle, table: Table, seat: int) -> str:
    if any(TurnSolver(table, goal, knows_draws=False).winning() for goal in WINS):
        return "something can be won for certain"
    turn = clear_best_turn(table, seat)
    if turn is None:
        return "the best turn is not clearly better than all others"
    if turn.best.answers != puzzle.solution:
        return "the solution is not the best turn"
    return ""


def judge(table: Table, goal: str, actions: Sequence[str]) -> str:
    """Return the verdict on the first answers of a turn: `OPEN`, `SOLVED` or `FAILED`.

    It is `OPEN` while the goal can still be forced, and `SOLVED` as soon as it is reached, or only
    the opponent is left to answer. An answer that needs luck has failed. Raises `ValueError` for
    an answer that is not legal.
    """
    solver = BestTurnSolver(table) if goal == BEST else TurnSolver(table, goal, knows_draws=False)
    table, verdict = solver.start, OPEN
    for action in actions:
        if verdict != OPEN:
            return verdict
        options = notation.decision(table).options
        table, left = solver.after(table, table.options[options.index(action)])
        if left is None:
            verdict = FAILED
        elif left == 0 or table.stack[-1][2] != solver.start.side:
            verdict = SOLVED
    return verdict
