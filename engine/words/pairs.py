"""Sentences of composite effects: one whole sentence for every pair printed in the box.

`May(cost, gain)`, `If(condition, gain)` and `Link(move, gain)` read best as one sentence, and a
sentence assembled from its two parts would be wrong in some language. So each kind of pair in the
box has its own message, selected by its shape. Cards that are not printed may hold other pairs:
`effects.py` then writes the two parts as sentences of their own. Amounts that are inflected but are
not the `n` of a message are 2 or more here.
"""

from typing import Final

from engine.effects import (
    ANOTHER,
    ANY,
    AT_CENTRE,
    CARD_COST,
    ITS_PLANET,
    OPPONENT,
    YOU,
    Choice,
    Credits,
    Discard,
    DrawToken,
    Exile,
    ExileColumn,
    GiveBadge,
    GiveCredits,
    GiveZenithium,
    HasBadge,
    HasCredits,
    HasZenithium,
    If,
    Influence,
    InfluenceRow,
    Link,
    May,
    Mobilize,
    SpendCredits,
    SpendZenithium,
    Transfer,
    Zenithium,
    other_than,
)
from engine.names import Planet
from engine.text import Text, gettext_noop
from engine.words.messages import Message, ngettext_noop, one_of, say
from engine.words.names import on_planets, planet_name

_GIVE_BADGE_ANOTHER: Final = ngettext_noop(
    "You may give the leader badge to your opponent to gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
    "You may give the leader badge to your opponent to gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
)
_GIVE_ZENITHIUM_PLANET: Final = ngettext_noop(
    "You may give %(cost)s zenithium to your opponent to gain %(n)s influence %(where)s.",
    "You may give %(cost)s zenithium to your opponent to gain %(n)s influence %(where)s.",
)
_GIVE_ZENITHIUM_ANOTHER: Final = ngettext_noop(
    "You may give %(cost)s zenithium to your opponent to gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
    "You may give %(cost)s zenithium to your opponent to gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
)
_GIVE_ZENITHIUM_CENTRE: Final = ngettext_noop(
    "You may give %(cost)s zenithium to your opponent to gain %(n)s influence"
    " on one planet of your choice whose disc is on its central space.",
    "You may give %(cost)s zenithium to your opponent to gain %(n)s influence"
    " on one planet of your choice whose disc is on its central space.",
)
_GIVE_CREDITS_EXCEPT: Final = ngettext_noop(
    "You may give %(cost)s credits to your opponent to gain %(n)s influence"
    " on one planet of your choice except %(planet)s.",
    "You may give %(cost)s credits to your opponent to gain %(n)s influence"
    " on one planet of your choice except %(planet)s.",
)
_DISCARD_ITS: Final = ngettext_noop(
    "You may discard 1 card from your hand to gain %(n)s influence on that card's planet.",
    "You may discard 1 card from your hand to gain %(n)s influence on that card's planet.",
)
_EXILE_TOP_PLANET: Final = ngettext_noop(
    "You may exile the top card of your %(column)s column to gain %(n)s influence %(where)s.",
    "You may exile the top card of your %(column)s column to gain %(n)s influence %(where)s.",
)
_EXILE_EXCEPT: Final = ngettext_noop(
    "You may exile %(cards)s of your cards, none of them from %(planet)s, to gain %(n)s credit.",
    "You may exile %(cards)s of your cards, none of them from %(planet)s, to gain %(n)s credits.",
)
_CREDITS_ANOTHER: Final = ngettext_noop(
    "If you have %(credits)s credits or more, gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
    "If you have %(credits)s credits or more, gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
)
_OPPONENT_CREDITS_ANY: Final = ngettext_noop(
    "If your opponent has %(credits)s credits or more, gain %(n)s influence"
    " on one planet of your choice.",
    "If your opponent has %(credits)s credits or more, gain %(n)s influence"
    " on one planet of your choice.",
)
_OPPONENT_ZENITHIUM_ANOTHER: Final = ngettext_noop(
    "If your opponent has %(zenithium)s zenithium or more, gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
    "If your opponent has %(zenithium)s zenithium or more, gain %(n)s influence"
    " on another planet, not one already chosen for this card.",
)
_OPPONENT_BADGE_ROW: Final = ngettext_noop(
    "If your opponent has the leader badge, gain %(n)s influence"
    " on each of %(planets)s planets side by side.",
    "If your opponent has the leader badge, gain %(n)s influence"
    " on each of %(planets)s planets side by side.",
)
_EXILE_ANOTHER: Final = ngettext_noop(
    "Exile 1 of your cards from another planet, not one already chosen for this card,"
    " and gain %(n)s influence on its planet.",
    "Exile 1 of your cards from another planet, not one already chosen for this card,"
    " and gain %(n)s influence on its planet.",
)


def whole(effect: If | May | Link) -> Text | None:
    """Return the sentence of a pair that is printed in the box, `None` for any other."""
    match effect:
        case If():
            return _if(effect)
        case Link():
            return _link(effect)
        case May(GiveBadge() | GiveCredits() | GiveZenithium()):
            return _give(effect)
        case May(SpendCredits() | SpendZenithium() | ExileColumn()):
            return _steps(effect)
    return _cards(effect)


def _give(effect: May) -> Text | None:
    message: Message
    match effect:
        case May(GiveBadge(), Zenithium(int(n), who)) if who == YOU:
            message = gettext_noop(
                "You may give the leader badge to your opponent to gain %(n)s zenithium."
            )
            return say(message, n=n)
        case May(GiveBadge(), Credits(int(n), who)) if who == YOU:
            message = ngettext_noop(
                "You may give the leader badge to your opponent to gain %(n)s credit.",
                "You may give the leader badge to your opponent to gain %(n)s credits.",
            )
            return say(message, n=n)
        case May(GiveBadge(), Mobilize(n)):
            message = ngettext_noop(
                "You may give the leader badge to your opponent to mobilize %(n)s card.",
                "You may give the leader badge to your opponent to mobilize %(n)s cards.",
            )
            return say(message, n=n)
        case May(GiveBadge(), Transfer(n, where)) if where == ANY:
            message = ngettext_noop(
                "You may give the leader badge to your opponent to transfer %(n)s card.",
                "You may give the leader badge to your opponent to transfer %(n)s cards.",
            )
            return say(message, n=n)
        case May(GiveBadge(), Influence(where, int(n))) if where == ANOTHER:
            return say(_GIVE_BADGE_ANOTHER, n=n)
        case May(GiveZenithium(cost), Influence(Planet() as planet, int(n))):
            return say(_GIVE_ZENITHIUM_PLANET, cost=cost, n=n, where=on_planets(planet))
        case May(GiveZenithium(cost), Influence(where, int(n))) if where == ANOTHER:
            return say(_GIVE_ZENITHIUM_ANOTHER, cost=cost, n=n)
        case May(GiveZenithium(cost), Influence(where, int(n))) if where == AT_CENTRE:
            return say(_GIVE_ZENITHIUM_CENTRE, cost=cost, n=n)
        case May(GiveCredits(cost), Influence(Choice(Planet() as planet) as where, int(n))):
            if where == other_than(planet) and cost > 1:
                return say(_GIVE_CREDITS_EXCEPT, cost=cost, n=n, planet=planet_name(planet))
    return None


def _steps(effect: May) -> Text | None:
    """The costs with several steps, of which the smallest may be 1 for zenithium only."""
    match effect:
        case May(ExileColumn(column, counts), Zenithium(tuple(amounts), who)):
            if who == YOU and min(counts) > 1 and len(counts) > 1:
                message = gettext_noop(
                    "You may exile the top %(cards)s cards of your %(column)s column"
                    " to gain %(amounts)s zenithium."
                )
                name = planet_name(column)
                return say(message, cards=one_of(counts), column=name, amounts=one_of(amounts))
        case May(ExileColumn(column, counts), Influence(Planet() as planet, tuple(amounts))):
            if min(counts) > 1 and len(counts) > 1:
                message = gettext_noop(
                    "You may exile the top %(cards)s cards of your %(column)s column"
                    " to gain %(amounts)s influence %(where)s."
                )
                return say(
                    message,
                    cards=one_of(counts),
                    column=planet_name(column),
                    amounts=one_of(amounts),
                    where=on_planets(planet),
                )
        case May(
            SpendCredits(costs) | SpendZenithium(costs),
            Influence(Choice(Planet() as planet) as where, tuple(amounts)),
        ):
            if where == other_than(planet) and len(costs) > 1:
                message = (
                    gettext_noop(
                        "You may spend %(costs)s credits to gain %(amounts)s influence"
                        " on one planet of your choice except %(planet)s."
                    )
                    if isinstance(effect.cost, SpendCredits)
                    else gettext_noop(
                        "You may spend %(costs)s zenithium to gain %(amounts)s influence"
                        " on one planet of your choice except %(planet)s."
                    )
                )
                name = planet_name(planet)
                return say(message, costs=one_of(costs), amounts=one_of(amounts), planet=name)
    return None


def _cards(effect: May) -> Text | None:
    if effect == May(Discard(), Credits(CARD_COST)):
        return say(
            gettext_noop(
                "You may discard 1 card from your hand"
                " to gain credits equal to that card's printed cost."
            )
        )
    if effect == May(Exile(OPPONENT), Credits(CARD_COST)):
        return say(
            gettext_noop(
                "You may exile 1 of your opponent's cards"
                " to gain credits equal to that card's printed cost."
            )
        )
    if effect == May(Transfer(), Credits(CARD_COST)):
        return say(
            gettext_noop(
                "You may transfer 1 card to gain credits equal to that card's printed cost."
            )
        )
    match effect:
        case May(Discard(), Influence(where, int(n))) if where == ITS_PLANET:
            return say(_DISCARD_ITS, n=n)
        case May(Exile(whose, 1, Planet() as column), Zenithium(int(n), who)):
            if whose == who == YOU:
                message = gettext_noop(
                    "You may exile the top card of your %(column)s column to gain %(n)s zenithium."
                )
                return say(message, n=n, column=planet_name(column))
        case May(Exile(whose, 1, Planet() as column), Influence(Planet() as planet, int(n))):
            if whose == YOU:
                name = planet_name(column)
                return say(_EXILE_TOP_PLANET, n=n, column=name, where=on_planets(planet))
        case May(Exile(whose, cards, Choice(Planet() as planet) as where), Credits(int(n), who)):
            if whose == who == YOU and cards > 1 and where == other_than(planet):
                return say(_EXILE_EXCEPT, n=n, cards=cards, planet=planet_name(planet))
    return None


def _if(effect: If) -> Text | None:
    message: Message
    match effect:
        case If(HasBadge(has), Zenithium(int(n), who)) if has == who == YOU:
            message = gettext_noop("If you have the leader badge, gain %(n)s zenithium.")
            return say(message, n=n)
        case If(HasBadge(has), Credits(int(n), who)) if has == who == YOU:
            message = ngettext_noop(
                "If you have the leader badge, gain %(n)s credit.",
                "If you have the leader badge, gain %(n)s credits.",
            )
            return say(message, n=n)
        case If(HasBadge(has), Influence(Planet() as planet, int(n))) if has == YOU:
            message = ngettext_noop(
                "If you have the leader badge, gain %(n)s influence %(where)s.",
                "If you have the leader badge, gain %(n)s influence %(where)s.",
            )
            return say(message, n=n, where=on_planets(planet))
        case If(HasBadge(has), DrawToken()) if has == YOU:
            message = gettext_noop(
                "If you have the leader badge, draw a bonus token from the supply."
            )
            return say(message)
        case If(HasBadge(has), InfluenceRow(row)) if has == OPPONENT:
            if len(set(row)) == 1 < len(row):
                return say(_OPPONENT_BADGE_ROW, n=row[0], planets=len(row))
        case If(HasCredits(has, credits), Influence(where, int(n))) if credits > 1:
            if has == YOU and where == ANOTHER:
                return say(_CREDITS_ANOTHER, n=n, credits=credits)
            if has == OPPONENT and where == ANY:
                return say(_OPPONENT_CREDITS_ANY, n=n, credits=credits)
        case If(HasZenithium(has, zenithium), Influence(where, int(n))):
            if has == OPPONENT and where == ANOTHER:
                return say(_OPPONENT_ZENITHIUM_ANOTHER, n=n, zenithium=zenithium)
    return None


def _link(effect: Link) -> Text | None:
    then = effect.then
    if not isinstance(then, Influence) or then.where != ITS_PLANET:
        return None
    if not isinstance(then.steps, int):
        return None
    messages: dict[Exile | Mobilize | Transfer, Message] = {
        Exile(OPPONENT): ngettext_noop(
            "Exile 1 of your opponent's cards and gain %(n)s influence on its planet.",
            "Exile 1 of your opponent's cards and gain %(n)s influence on its planet.",
        ),
        Exile(YOU): ngettext_noop(
            "Exile 1 of your cards and gain %(n)s influence on its planet.",
            "Exile 1 of your cards and gain %(n)s influence on its planet.",
        ),
        Exile(YOU, 1, ANOTHER): _EXILE_ANOTHER,
        Mobilize(): ngettext_noop(
            "Mobilize 1 card and gain %(n)s influence on its planet.",
            "Mobilize 1 card and gain %(n)s influence on its planet.",
        ),
        Transfer(): ngettext_noop(
            "Transfer 1 card and gain %(n)s influence on its planet.",
            "Transfer 1 card and gain %(n)s influence on its planet.",
        ),
    }
    message = messages.get(effect.do)
    return None if message is None else say(message, n=then.steps)
