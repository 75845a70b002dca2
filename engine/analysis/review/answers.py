"""Reviewed answers outside of a seat's own turn: to the mulligan, and in the other side's turn.

A mulligan is judged by the turns that the hand allows if its seat began now: the network names the
best set of cards to replace, and both sets are played on from the same imagined decks.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.analysis.review.causes import Cause, causes
from engine.analysis.review.judging import judge
from engine.analysis.review.labels import Label, is_proven, label_of
from engine.analysis.review.parts import GivenAnswer, Part
from engine.analysis.review.plans import PlannedAnswer, events_of
from engine.analysis.review.playing_on import Budget, believed, weighed
from engine.bots.mulligan import mulligan_chances, redrawn
from engine.bots.play_on import PlanComparison
from engine.chance import Chance
from engine.events import Event
from engine.notation import mulligan_actions, mulligan_options
from engine.public_types import View
from engine.views import imagine, in_own_turn


@dataclass(frozen=True, slots=True)
class AnswerReview:
    """The review of an answer outside of its seat's own turn; the fields are those of a turn's.

    `before`: the number of moves before it. `played`: with what follows it up to the first reveal.
    """

    seat: int
    before: int
    loss: float
    label: Label
    missed_win: bool
    played: tuple[PlannedAnswer, ...]
    better: tuple[PlannedAnswer, ...] = ()
    better_events: tuple[Event, ...] = ()
    causes: tuple[Cause, ...] = ()
    error: float = 0.0

    @property
    def is_mulligan(self) -> bool:
        """Whether it is the answer to the mulligan."""
        return self.played[0].source == "mulligan"


def reviewed_answer(part: Part, later: dict[str, int]) -> AnswerReview:
    """Return the review of what a side answered in the other side's turn.

    `later`: planet -> how many of its turns later the side won a disc there in the game.
    """
    chance, error = (part.loss.chance, part.loss.error) if part.loss else (0.0, 0.0)
    loss = max(0.0, chance)
    better = part.better
    why = causes(better.table, part.played.table, part.seat % 2, later) if better else ()
    return AnswerReview(
        seat=part.seat,
        before=part.first.before,
        loss=round(loss, 4),
        label=label_of(loss, error, part.missed),
        missed_win=part.missed,
        played=part.played.answers,
        better=better.answers if better else (),
        better_events=events_of(part.first.game.view(part.seat), better.answers) if better else (),
        causes=tuple(why),
        error=round(error, 4),
    )


def reviewed_mulligan(answer: GivenAnswer, budget: Budget) -> AnswerReview:
    """Return the review of an answer to the mulligan, by what its seat saw."""
    seat, action = answer.seat, answer.action
    view = answer.game.view(seat)
    seed = f"review mulligan {seat}"
    chances, _nodes = mulligan_chances(view, Chance(seed), judge)
    best = max(chances, key=chances.__getitem__)
    loss, error = 0.0, 0.0
    if chances[best] > chances[action]:
        begun = in_own_turn(view)
        gains = _gains(begun, seat, best, action, seed, budget.rounds)
        mean, error = believed(*weighed(gains, budget.looks))
        loss = max(0.0, mean)
    is_better = loss > 0 and is_proven(loss, error)
    return AnswerReview(
        seat=seat,
        before=answer.before,
        loss=round(loss, 4),
        label=label_of(loss, error),
        missed_win=False,
        played=(PlannedAnswer(action, "mulligan"),),
        better=(PlannedAnswer(best, "mulligan"),) if is_better else (),
        error=round(error, 4),
    )


def _gains(
    view: View, seat: int, better: str, played: str, seed: str, rounds: int
) -> Iterator[float]:
    """Yield what an answer to the mulligan gains on another, in one imagined deck after another.

    `view`: of the seat, in its own turn.
    """
    number = 0
    while True:
        table = imagine(view, Chance(f"{seed} deal {number}"))
        comparison = PlanComparison(judge, seat % 2, table, [seat])
        hand = table.hands[seat]
        option = dict(zip(mulligan_actions(hand), mulligan_options(len(hand)), strict=True))
        gained, kept = (
            comparison.chance_after(redrawn(table, seat, option[action]), (), rounds)
            for action in (better, played)
        )
        yield gained - kept
        number += 1
