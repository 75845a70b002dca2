"""Sentences of plain effects and costs: those that hold no other effect."""

from typing import Final

from engine.effects import (
    FREE,
    YOU,
    CardCost,
    CentreDisc,
    Choice,
    Cost,
    Credits,
    CreditsByTechnologies,
    CreditsPerPlanet,
    CreditsUpTo,
    Develop,
    Discard,
    DiscardHand,
    DrawToken,
    Effect,
    Exile,
    ExileColumn,
    Face,
    GiveBadge,
    GiveCredits,
    GiveInfluence,
    GiveZenithium,
    Influence,
    InfluenceRow,
    Mobilize,
    SpendCredits,
    SpendZenithium,
    TakeBadge,
    TakeCredits,
    TakeToken,
    TakeZenithium,
    Transfer,
    Which,
    Who,
    Zenithium,
    ZenithiumByTechnologies,
    ZenithiumUpTo,
)
from engine.names import Faction, Planet
from engine.text import Text, gettext_noop
from engine.words.influence import influence, limited
from engine.words.messages import Message, ngettext_noop, one_of, say
from engine.words.names import faction_name, planet_name

_DEVELOP_FACTION: Final = gettext_noop(
    "You may develop %(faction)s technology for %(discount)s zenithium less."
)
_DEVELOP: Final = {
    Which.LOWEST: gettext_noop(
        "You may develop your lowest technology for %(discount)s zenithium less."
    ),
    Which.ANY: gettext_noop(
        "You may develop a technology of your choice for %(discount)s zenithium less."
    ),
}
_DEVELOP_PAYING: Final = {
    Which.LOWEST: gettext_noop("You may develop your lowest technology, paying its cost."),
    Which.ANY: gettext_noop("You may develop a technology of your choice, paying its cost."),
}
_DEVELOP_FREE: Final = {
    Which.LOWEST: gettext_noop("You may develop your lowest technology without paying zenithium."),
    Which.ANY: gettext_noop(
        "You may develop a technology of your choice without paying zenithium."
    ),
}


def plain(effect: Effect | Cost) -> Text:
    """Return the sentence of a plain effect or cost with fixed amounts.

    Raises `ValueError` for any other.
    """
    match effect:
        case Influence() | GiveInfluence() | InfluenceRow() | CentreDisc():
            return influence(effect)
        case Discard() | DiscardHand() | Mobilize() | Exile() | Transfer() | ExileColumn():
            return _cards(effect)
        case Develop(technology, discount):
            return _develop(technology, discount)
        case TakeBadge(Face.SILVER):
            return say(gettext_noop("Take the leader badge."))
        case TakeBadge(Face.GOLD):
            return say(gettext_noop("Take the leader badge on its gold side."))
        case GiveBadge():
            return say(gettext_noop("Give the leader badge to your opponent."))
        case DrawToken():
            return say(gettext_noop("Draw a bonus token from the supply."))
        case TakeToken():
            return say(gettext_noop("Take one bonus token in view on the boards."))
    text = _credits(effect) or _zenithium(effect)
    if text is None:
        raise ValueError(f"not a plain effect with fixed amounts: {effect}")
    return text


def _credits(effect: Effect | Cost) -> Text | None:
    match effect:
        case Credits(int(n), Who.YOU):
            return say(ngettext_noop("Gain %(n)s credit.", "Gain %(n)s credits."), n=n)
        case Credits(int(n), Who.OPPONENT):
            message: Message = ngettext_noop(
                "Your opponent gains %(n)s credit.", "Your opponent gains %(n)s credits."
            )
            return say(message, n=n)
        case Credits(CardCost(), Who.YOU):
            return say(gettext_noop("Gain credits equal to that card's printed cost."))
        case Credits(CardCost(), Who.OPPONENT):
            message = gettext_noop("Your opponent gains credits equal to that card's printed cost.")
            return say(message)
        case CreditsPerPlanet(n, whose):
            message = (
                ngettext_noop(
                    "Gain %(n)s credit for each planet on which you have a card.",
                    "Gain %(n)s credits for each planet on which you have a card.",
                )
                if whose == YOU
                else ngettext_noop(
                    "Gain %(n)s credit for each planet on which your opponent has a card.",
                    "Gain %(n)s credits for each planet on which your opponent has a card.",
                )
            )
            return say(message, n=n)
        case CreditsByTechnologies(amounts):
            message = gettext_noop(
                "Gain %(amounts)s credits if 1, 2 or 3 of your technologies"
                " are at level 1 or higher."
            )
            return say(message, amounts=one_of(amounts))
        case CreditsUpTo(n, who):
            message = (
                ngettext_noop(
                    "If you have less than %(n)s credit, gain what is missing.",
                    "If you have fewer than %(n)s credits, gain what is missing.",
                )
                if who == YOU
                else ngettext_noop(
                    "If your opponent has less than %(n)s credit, they gain what is missing.",
                    "If your opponent has fewer than %(n)s credits, they gain what is missing.",
                )
            )
            return say(message, n=n)
        case TakeCredits(n):
            message = ngettext_noop(
                "Take %(n)s credit from your opponent.", "Take %(n)s credits from your opponent."
            )
            return say(message, n=n)
        case SpendCredits((n,)):
            return say(ngettext_noop("Spend %(n)s credit.", "Spend %(n)s credits."), n=n)
        case GiveCredits(n):
            message = ngettext_noop(
                "Give %(n)s credit to your opponent.", "Give %(n)s credits to your opponent."
            )
            return say(message, n=n)
    return None


def _zenithium(effect: Effect | Cost) -> Text | None:
    match effect:
        case Zenithium(int(n), Who.YOU):
            return say(gettext_noop("Gain %(n)s zenithium."), n=n)
        case Zenithium(int(n), Who.OPPONENT):
            return say(gettext_noop("Your opponent gains %(n)s zenithium."), n=n)
        case ZenithiumByTechnologies(amounts):
            message = gettext_noop(
                "Gain %(amounts)s zenithium if 1, 2 or 3 of your technologies"
                " are at level 1 or higher."
            )
            return say(message, amounts=one_of(amounts))
        case ZenithiumUpTo(n, who):
            message = (
                gettext_noop("If you have less than %(n)s zenithium, gain what is missing.")
                if who == YOU
                else gettext_noop(
                    "If your opponent has less than %(n)s zenithium, they gain what is missing."
                )
            )
            return say(message, n=n)
        case TakeZenithium(n):
            return say(gettext_noop("Take %(n)s zenithium from your opponent."), n=n)
        case SpendZenithium((n,)):
            return say(gettext_noop("Spend %(n)s zenithium."), n=n)
        case GiveZenithium(n):
            return say(gettext_noop("Give %(n)s zenithium to your opponent."), n=n)
    return None


def _cards(effect: Discard | DiscardHand | Mobilize | Exile | Transfer | ExileColumn) -> Text:
    match effect:
        case Discard():
            return say(gettext_noop("Discard 1 card from your hand."))
        case DiscardHand():
            return say(gettext_noop("Discard your whole hand."))
        case Mobilize(n):
            return say(ngettext_noop("Mobilize %(n)s card.", "Mobilize %(n)s cards."), n=n)
        case Exile(Who.YOU, n, Planet() as planet) | ExileColumn(planet, (n,)):
            message = ngettext_noop(
                "Exile the top card of your %(planet)s column.",
                "Exile the top %(n)s cards of your %(planet)s column.",
            )
            return say(message, n=n, planet=planet_name(planet))
        case Exile(_, n, Planet() as planet):
            message = ngettext_noop(
                "Exile the top card of your opponent's %(planet)s column.",
                "Exile the top %(n)s cards of your opponent's %(planet)s column.",
            )
            return say(message, n=n, planet=planet_name(planet))
        case Exile(whose, n, Choice() as choice):
            message = (
                ngettext_noop("Exile %(n)s of your cards.", "Exile %(n)s of your cards.")
                if whose == YOU
                else ngettext_noop(
                    "Exile %(n)s of your opponent's cards.",
                    "Exile %(n)s of your opponent's cards.",
                )
            )
            return limited(say(message, n=n), choice)
        case Transfer(n, Planet() as planet):
            message = ngettext_noop(
                "Transfer the top card of your opponent's %(planet)s column.",
                "Transfer the top %(n)s cards of your opponent's %(planet)s column.",
            )
            return say(message, n=n, planet=planet_name(planet))
        case Transfer(n, Choice() as choice):
            message = ngettext_noop("Transfer %(n)s card.", "Transfer %(n)s cards.")
            return limited(say(message, n=n), choice)
    raise ValueError(f"not a move of a fixed number of cards: {effect}")


def _develop(technology: Faction | Which, discount: int) -> Text:
    if isinstance(technology, Which):
        table = {0: _DEVELOP_PAYING, FREE: _DEVELOP_FREE}.get(discount, _DEVELOP)
        return say(table[technology], discount=discount)
    message = _DEVELOP_FACTION
    if discount == 0:
        message = gettext_noop("You may develop %(faction)s technology, paying its cost.")
    elif discount == FREE:
        message = gettext_noop("You may develop %(faction)s technology without paying zenithium.")
    return say(message, faction=faction_name(technology), discount=discount)
