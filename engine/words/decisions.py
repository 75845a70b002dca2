"""`describe_decision`: the sentence of a question."""

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

_PROMPTS: Final = {
    "mulligan": gettext_noop("Mulligan: choose the cards to replace, or keep them all."),
    "order": gettext_noop("Choose who of your team plays first."),
    "turn": gettext_noop("Play a card: recruit it, develop a technology or take the leadership."),
    "planet": gettext_noop("%(source)s: choose a planet."),
    "row": gettext_noop("%(source)s: choose planets side by side."),
    "column": gettext_noop("%(source)s: choose a card to exile."),
    "count": gettext_noop("%(source)s: choose how much to spend."),
    "discard": gettext_noop("%(source)s: choose a card to discard from your hand."),
    "give": gettext_noop("%(source)s: choose whether to give what is asked."),
    "either": gettext_noop("%(source)s: choose one of two."),
    "token": gettext_noop("%(source)s: choose a bonus token in view on the boards."),
    "technology": gettext_noop("%(source)s: choose a technology to develop."),
    "share": gettext_noop("%(source)s: choose up to 2 cards to give to your teammate."),
}
_OTHER_PROMPTS: Final = {
    ("row", "planet"): gettext_noop("%(source)s: choose the planet in the middle."),
    ("column", "transfer"): gettext_noop("%(source)s: choose a card to transfer."),
    ("count", "exile"): gettext_noop("%(source)s: choose how many cards to exile."),
}
"""(kind, first word of its answers) -> the prompt, for kinds that have two."""

_OPTIONAL: Final = gettext_noop("%(source)s: %(effect)s")
"""A whole sentence after the name of the source that asks."""


def describe_decision(decision: Decision) -> Text:
    """Return what a decision asks of the seats that may answer it.

    An agent that asks for a price, or for one of two effects, has its own sentence; otherwise the
    sentence names the kind of thing to choose.
    """
    effect = _asked_by(decision)
    source = describe_source(decision.source)
    if effect is not None:
        return say(_OPTIONAL, source=source, effect=describe(effect))
    verb = decision.options[0].split(" ")[0]
    message = _OTHER_PROMPTS.get((decision.kind, verb), _PROMPTS[decision.kind])
    return say(message, source=source) if "%(source)s" in message else say(message)


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
