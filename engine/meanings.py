"""`meaning_of`: the effects that an answer chooses, or the cost that it pays."""

from engine.agents import AGENTS, NUMBER
from engine.effects import (
    Cost,
    Effect,
    Either,
    GiveBadge,
    GiveCredits,
    GiveZenithium,
    May,
    SpendCredits,
    SpendZenithium,
)


def meaning_of(action: str, source: str | None) -> Cost | tuple[Effect, ...] | None:
    """Return what `give`, `spend 3` or `option 1` means on the agent that asks.

    `None` if the card does not determine it, and for other answers and sources.
    """
    if source not in NUMBER:
        return None
    for effect in AGENTS[NUMBER[source]].effects:
        match effect, action.split(" "):
            case Either(first, second), ["option", "1" | "2" as option]:
                return first if option == "1" else second
            case May(GiveBadge() | GiveCredits() | GiveZenithium() as cost), ["give"]:
                return cost
            case May(SpendCredits()), ["spend", amount]:
                return SpendCredits((int(amount),))
            case May(SpendZenithium()), ["spend", amount]:
                return SpendZenithium((int(amount),))
    return None
