"""The parts of a turn: a part ends where something is revealed."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.review.causes import stops_a_win
from engine.analysis.review.plans import JudgedPlan, best_plan, played_plan, worlds_of
from engine.analysis.review.playing_on import Budget, Loss, loss_of
from engine.game import Game
from engine.table import Table


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with the game before it; `before`: the number of moves until then."""

    game: Game
    seat: int
    action: str
    before: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a turn: its plans, the table as its seat may imagine it, and what was lost.

    `first`: the answer that it begins with. `best`: by the judge alone. `loss`: by playing on;
    `None` if nothing leads the plan played.
    """

    first: GivenAnswer
    world: Table
    best: JudgedPlan
    played: JudgedPlan
    loss: Loss | None

    @property
    def seat(self) -> int:
        """The seat that it is judged from."""
        return self.first.seat

    @property
    def missed(self) -> bool:
        """Whether a sure win was missed."""
        return self.best.sure and not self.played.sure

    @property
    def better(self) -> JudgedPlan | None:
        """A plan that is proven to be better: it loses less, wins, or stops a win of the others."""
        if self.loss is not None and self.loss.is_proven and not self.missed:
            return self.loss.better
        stops = stops_a_win(self.best.table, self.played.table, self.seat % 2)
        return self.best if self.missed or stops else None

    @property
    def agrees(self) -> bool:
        """Whether the judge alone knows no better plan."""
        is_better = self.best.chance > self.played.chance
        return not is_better or self.best.answers == self.played.answers


def parts_of(answers: Sequence[GivenAnswer], side: int, seed: str, budget: Budget) -> list[Part]:
    """Return the parts of a side in a turn, its own or the other side's."""
    parts: list[Part] = []
    while answers:
        first = answers[0]
        if first.seat % 2 != side:
            answers = answers[1:]
            continue
        seed_here = f"{seed} {len(answers)}"
        worlds = worlds_of(first.game.view(first.seat), seed_here)
        actions = [answer.action for answer in answers if answer.seat % 2 == side]
        best, played = best_plan(worlds, side), played_plan(worlds, side, actions)
        loss = loss_of(worlds, first.seat, best, played, seed_here, budget)
        parts.append(Part(first, worlds[0], best, played, loss))
        answers = answers[len(played.answers) :]
    return parts
