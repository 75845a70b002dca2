"""Hints for a seat that is asked: the card to play, the turn, and why."""

from dataclasses import dataclass

from engine.analysis.review.causes import Cause, causes
from engine.analysis.review.plans import PlannedAnswer, best_plan, events_of, worlds_of
from engine.bots.mulligan import mulligan_chances
from engine.bots.weights import network
from engine.chance import Chance
from engine.events import Event
from engine.public_types import View
from engine.views import seat_of


@dataclass(frozen=True, slots=True)
class Advice:
    """The best plan of a seat, by what it sees.

    `causes`: what it fends off, and what it does that the next best first answer does not.
    """

    chance: float
    answers: tuple[PlannedAnswer, ...]
    events: tuple[Event, ...]
    causes: tuple[Cause, ...]

    @property
    def card(self) -> str:
        """The agent that its first answer names; empty if it names none."""
        verb, _space, word = self.answers[0].action.partition(" ")
        return word if verb in ("recruit", "develop", "lead", "discard") else ""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the hand that its first answer names."""
        verb, *words = self.answers[0].action.split()
        return tuple(words) if verb in ("redraw", "recruit", "develop", "lead", "discard") else ()


def advise(view: View, seed: str) -> Advice:
    """Return the best plan from a view whose seat is asked."""
    if view["phase"] == "mulligan":
        return _mulligan(view, seed)
    side = seat_of(view) % 2
    worlds = worlds_of(view, seed)
    best = best_plan(worlds, side)
    reasons: list[Cause] = []
    if len(worlds[0].options) > 1:
        second = best_plan(worlds, side, without=best.answers[0].action)
        reasons = causes(best.table, second.table, side, {}, before=worlds[0])
    return Advice(
        chance=round(best.chance, 4),
        answers=best.answers,
        events=events_of(view, best.answers),
        causes=tuple(reasons),
    )


def _mulligan(view: View, seed: str) -> Advice:
    """Return the cards to replace after which the hands are best, on average."""
    chances, _nodes = mulligan_chances(view, Chance(seed), network(len(view["hands"])))
    best = max(chances, key=chances.__getitem__)
    return Advice(round(chances[best], 4), (PlannedAnswer(best, "mulligan"),), (), ())
