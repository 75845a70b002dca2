"""Decisions in words: the question alone, or after the name of the card that asks it."""

from typing import Final

from engine.agents import AGENTS, NUMBER
from engine.effects import (
    Cost,
    Develop,
    Discard,
    Effect,
    Either,
    Exile,
    ExileColumn,
    GiveBadge,
    GiveCredits,
    GiveZenithium,
    May,
    SpendCredits,
    SpendZenithium,
    Transfer,
)
from engine.names import PLANETS, Planet
from engine.notation import Decision
from engine.text import Text, gettext_noop
from engine.words.effects import describe
from engine.words.messages import say
from engine.words.names import describe_source

_QUESTIONS: Final = {
    "mulligan": gettext_noop("Mulligan: choose the cards to replace, or keep them all."),
    "order": gettext_noop("Choose which of you plays first."),
    "turn": gettext_noop("Play a card: recruit it, develop a technology or take the leadership."),
    "planet": gettext_noop("Choose a planet."),
    "row": gettext_noop("Choose planets side by side."),
    "column": gettext_noop("Choose a card to exile."),
    "count": gettext_noop("Choose how much to spend."),
    "discard": gettext_noop("Choose a card to discard from your hand."),
    "give": gettext_noop("Choose whether to pay the price."),
    "either": gettext_noop("Choose one of the two effects."),
    "token": gettext_noop("Choose a bonus token in view on the boards."),
    "technology": gettext_noop("Choose a technology to develop."),
    "share": gettext_noop("Choose up to 2 cards to give to your teammate."),
}
_OTHER_QUESTIONS: Final = {
    ("row", "planet"): gettext_noop("Choose the planet in the middle."),
    ("column", "transfer"): gettext_noop("Choose a card to transfer."),
    ("count", "exile"): gettext_noop("Choose how many cards to exile."),
}
"""Kind and first word of its answers -> the question, where a kind has two."""

_WITHOUT_SOURCE: Final = frozenset({"mulligan", "order", "turn"})
"""Kinds of decisions that no card or token asks for."""


def describe_decision(decision: Decision) -> Text:
    """Return what a decision asks, after the name of the card, token or technology that asks."""
    question, asker = describe_question(decision), describe_asker(decision)
    if asker is None:
        return question
    return say(gettext_noop("%(source)s: %(question)s"), source=asker, question=question)


def describe_asker(decision: Decision) -> Text | None:
    """Return the name of the card, token or technology that asks; `None` if none does."""
    return None if decision.kind in _WITHOUT_SOURCE else describe_source(decision.source)


def describe_question(decision: Decision) -> Text:
    """Return what a decision asks, in a sentence of its own.

    For the price of an agent's effect, or the choice between two effects, it is the agent's own
    sentence; for anything else it says what kind of thing is to be chosen.
    """
    effect = _asked_by(decision)
    if effect is not None:
        return describe(effect)
    verb = decision.options[0].split(" ")[0]
    return say(_OTHER_QUESTIONS.get((decision.kind, verb), _QUESTIONS[decision.kind]))


def _asked_by(decision: Decision) -> Effect | None:
    """Return the effect of an agent that asks this question, if only one can."""
    if decision.source not in NUMBER:
        return None
    effects = AGENTS[NUMBER[decision.source]].effects
    asking = [effect for effect in effects if _may_ask(effect, decision)]
    return asking[0] if len(asking) == 1 else None


def _may_ask(effect: Effect, decision: Decision) -> bool:
    """Whether the question is this effect's price, or its choice between two effects."""
    match effect:
        case Either():
            return decision.kind == "either"
        case Develop():
            return decision.kind == "technology"
        case May(cost) if decision.optional:
            return _may_charge(cost, decision)
    return False


def _may_charge(cost: Cost, decision: Decision) -> bool:
    match cost:
        case GiveBadge() | GiveCredits() | GiveZenithium():
            return decision.kind == "give"
        case SpendCredits() | SpendZenithium() | ExileColumn():
            return decision.kind == "count"
        case Exile(_, _, Planet() as planet):
            return decision.options[0] == f"exile {PLANETS[planet]}"
        case Exile() | Transfer():
            return decision.kind == "column"
        case Discard():
            return decision.kind == "discard"
