"""`describe_preview`: the effect of an answer before it is played, for the seat that considers it.

It covers the same events as `describe_event`, in the present tense. Only events that a player can
cause or suffer by an answer of their own have a sentence here; sentences without a tense are
shared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine import events as e
from engine.names import PLANETS
from engine.text import Text, gettext_noop
from engine.words.events import describe_event
from engine.words.messages import Message, Param, ngettext_noop, say
from engine.words.names import (
    agent_name,
    agent_names,
    describe_source,
    faction_name,
    planet_name,
    seat_name,
    token_name,
)


@dataclass(frozen=True, slots=True)
class Sides:
    """The forms of a side's event: for its player, its opponent, its team and the opposing team."""

    you: Message
    opponent: Message
    ours: Message
    theirs: Message


LINE_COMPLETED: Final = Sides(
    gettext_noop("All three of your technologies reach level %(level)s."),
    gettext_noop("All three technologies of your opponent reach level %(level)s."),
    gettext_noop("All three technologies of your team reach level %(level)s."),
    gettext_noop("All three technologies of the opposing team reach level %(level)s."),
)
DISC_WON: Final = Sides(
    gettext_noop("You win the disc of %(planet)s."),
    gettext_noop("Your opponent wins the disc of %(planet)s."),
    gettext_noop("Your team wins the disc of %(planet)s."),
    gettext_noop("The opposing team wins the disc of %(planet)s."),
)
BADGE_TAKEN: Final = Sides(
    gettext_noop("You take the leader badge."),
    gettext_noop("Your opponent takes the leader badge."),
    gettext_noop("Your team takes the leader badge."),
    gettext_noop("The opposing team takes the leader badge."),
)
BADGE_GOLD: Final = Sides(
    gettext_noop("You take the leader badge on its gold side."),
    gettext_noop("Your opponent takes the leader badge on its gold side."),
    gettext_noop("Your team takes the leader badge on its gold side."),
    gettext_noop("The opposing team takes the leader badge on its gold side."),
)
BADGE_GIVEN: Final = Sides(
    gettext_noop("You give the leader badge to your opponent."),
    gettext_noop("Your opponent gives the leader badge to you."),
    gettext_noop("Your team gives the leader badge to the opposing team."),
    gettext_noop("The opposing team gives the leader badge to your team."),
)
TOKEN_FROM_PLANET: Final = Sides(
    gettext_noop("You gain the bonus token of %(planet)s: %(token)s."),
    gettext_noop("Your opponent gains the bonus token of %(planet)s: %(token)s."),
    gettext_noop("Your team gains the bonus token of %(planet)s: %(token)s."),
    gettext_noop("The opposing team gains the bonus token of %(planet)s: %(token)s."),
)
TOKEN_FROM_TECHNOLOGY: Final = Sides(
    gettext_noop("You gain the bonus token of %(faction)s technology: %(token)s."),
    gettext_noop("Your opponent gains the bonus token of %(faction)s technology: %(token)s."),
    gettext_noop("Your team gains the bonus token of %(faction)s technology: %(token)s."),
    gettext_noop("The opposing team gains the bonus token of %(faction)s technology: %(token)s."),
)
CREDITS_GAINED: Final = Sides(
    ngettext_noop("You gain %(n)s credit.", "You gain %(n)s credits."),
    ngettext_noop("Your opponent gains %(n)s credit.", "Your opponent gains %(n)s credits."),
    ngettext_noop("Your team gains %(n)s credit.", "Your team gains %(n)s credits."),
    ngettext_noop(
        "The opposing team gains %(n)s credit.", "The opposing team gains %(n)s credits."
    ),
)
CREDITS_SPENT: Final = Sides(
    ngettext_noop("You spend %(n)s credit.", "You spend %(n)s credits."),
    ngettext_noop("Your opponent spends %(n)s credit.", "Your opponent spends %(n)s credits."),
    ngettext_noop("Your team spends %(n)s credit.", "Your team spends %(n)s credits."),
    ngettext_noop(
        "The opposing team spends %(n)s credit.", "The opposing team spends %(n)s credits."
    ),
)
CREDITS_TAKEN: Final = Sides(
    ngettext_noop(
        "You take %(n)s credit from your opponent.", "You take %(n)s credits from your opponent."
    ),
    ngettext_noop(
        "Your opponent takes %(n)s credit from you.", "Your opponent takes %(n)s credits from you."
    ),
    ngettext_noop(
        "Your team takes %(n)s credit from the opposing team.",
        "Your team takes %(n)s credits from the opposing team.",
    ),
    ngettext_noop(
        "The opposing team takes %(n)s credit from your team.",
        "The opposing team takes %(n)s credits from your team.",
    ),
)
CREDITS_GIVEN: Final = Sides(
    ngettext_noop(
        "You give %(n)s credit to your opponent.", "You give %(n)s credits to your opponent."
    ),
    ngettext_noop(
        "Your opponent gives %(n)s credit to you.", "Your opponent gives %(n)s credits to you."
    ),
    ngettext_noop(
        "Your team gives %(n)s credit to the opposing team.",
        "Your team gives %(n)s credits to the opposing team.",
    ),
    ngettext_noop(
        "The opposing team gives %(n)s credit to your team.",
        "The opposing team gives %(n)s credits to your team.",
    ),
)
ZENITHIUM_GAINED: Final = Sides(
    gettext_noop("You gain %(n)s zenithium."),
    gettext_noop("Your opponent gains %(n)s zenithium."),
    gettext_noop("Your team gains %(n)s zenithium."),
    gettext_noop("The opposing team gains %(n)s zenithium."),
)
ZENITHIUM_SPENT: Final = Sides(
    gettext_noop("You spend %(n)s zenithium."),
    gettext_noop("Your opponent spends %(n)s zenithium."),
    gettext_noop("Your team spends %(n)s zenithium."),
    gettext_noop("The opposing team spends %(n)s zenithium."),
)
ZENITHIUM_TAKEN: Final = Sides(
    gettext_noop("You take %(n)s zenithium from your opponent."),
    gettext_noop("Your opponent takes %(n)s zenithium from you."),
    gettext_noop("Your team takes %(n)s zenithium from the opposing team."),
    gettext_noop("The opposing team takes %(n)s zenithium from your team."),
)
ZENITHIUM_GIVEN: Final = Sides(
    gettext_noop("You give %(n)s zenithium to your opponent."),
    gettext_noop("Your opponent gives %(n)s zenithium to you."),
    gettext_noop("Your team gives %(n)s zenithium to the opposing team."),
    gettext_noop("The opposing team gives %(n)s zenithium to your team."),
)
EXILED_OWN: Final = Sides(
    gettext_noop("You exile %(agent)s from your own %(planet)s column."),
    gettext_noop("Your opponent exiles %(agent)s from their own %(planet)s column."),
    gettext_noop("Your team exiles %(agent)s from its own %(planet)s column."),
    gettext_noop("The opposing team exiles %(agent)s from its own %(planet)s column."),
)
EXILED: Final = Sides(
    gettext_noop("You exile %(agent)s from your opponent's %(planet)s column."),
    gettext_noop("Your opponent exiles %(agent)s from your %(planet)s column."),
    gettext_noop("Your team exiles %(agent)s from the opposing team's %(planet)s column."),
    gettext_noop("The opposing team exiles %(agent)s from your team's %(planet)s column."),
)
TRANSFERRED: Final = Sides(
    gettext_noop("You transfer %(agent)s from your opponent's %(planet)s column to yours."),
    gettext_noop("Your opponent transfers %(agent)s from your %(planet)s column to theirs."),
    gettext_noop(
        "Your team transfers %(agent)s from the opposing team's %(planet)s column to yours."
    ),
    gettext_noop(
        "The opposing team transfers %(agent)s from your team's %(planet)s column to theirs."
    ),
)
WON: Final = {
    "absolute": Sides(
        gettext_noop("You win the game: absolute victory, 3 discs of one planet."),
        gettext_noop("Your opponent wins the game: absolute victory, 3 discs of one planet."),
        gettext_noop("Your team wins the game: absolute victory, 3 discs of one planet."),
        gettext_noop("The opposing team wins the game: absolute victory, 3 discs of one planet."),
    ),
    "democratic": Sides(
        gettext_noop("You win the game: democratic victory, 4 discs of different planets."),
        gettext_noop(
            "Your opponent wins the game: democratic victory, 4 discs of different planets."
        ),
        gettext_noop("Your team wins the game: democratic victory, 4 discs of different planets."),
        gettext_noop(
            "The opposing team wins the game: democratic victory, 4 discs of different planets."
        ),
    ),
    "popular": Sides(
        gettext_noop("You win the game: popular victory, 5 discs."),
        gettext_noop("Your opponent wins the game: popular victory, 5 discs."),
        gettext_noop("Your team wins the game: popular victory, 5 discs."),
        gettext_noop("The opposing team wins the game: popular victory, 5 discs."),
    ),
}
_AMOUNTS: Final[dict[type[e.Event], Sides]] = {
    e.CreditsGained: CREDITS_GAINED,
    e.CreditsSpent: CREDITS_SPENT,
    e.CreditsTaken: CREDITS_TAKEN,
    e.CreditsGiven: CREDITS_GIVEN,
    e.ZenithiumGained: ZENITHIUM_GAINED,
    e.ZenithiumSpent: ZENITHIUM_SPENT,
    e.ZenithiumTaken: ZENITHIUM_TAKEN,
    e.ZenithiumGiven: ZENITHIUM_GIVEN,
}


def describe_preview(event: e.Event, viewer: int, names: Sequence[str | Text]) -> Text:
    """Return what will happen if the seat `viewer` confirms, as that seat reads it.

    `names`: one for each seat.

    >>> str(describe_preview(e.CreditsGained(0, 3), 0, ("Ada", "Bob")))
    'You gain 3 credits.'
    """
    forms = _of_a_side(event)
    if forms is not None:
        sides, side, params = forms
        return say(_pick(sides, viewer, side, len(names)), **params)
    text = _of_the_seat(event, viewer, names) or _of_nobody(event)
    return text or describe_event(event, viewer, names)


def _pick(sides: Sides, viewer: int, side: int, players: int) -> Message:
    mine = viewer % 2 == side
    if players == 2:
        return sides.you if mine else sides.opponent
    return sides.ours if mine else sides.theirs


def _of_a_side(event: e.Event) -> tuple[Sides, int, dict[str, Param]] | None:
    match event:
        case e.LineCompleted(side, level):
            return LINE_COMPLETED, side, {"level": level}
        case e.DiscWon(planet, side):
            return DISC_WON, side, {"planet": planet_name(planet)}
        case e.BadgeTaken(side, face):
            return BADGE_GOLD if face == "gold" else BADGE_TAKEN, side, {}
        case e.BadgeGiven(side):
            return BADGE_GIVEN, side, {}
        case e.TokenGained(side, token, str(place)) if place in PLANETS:
            params: dict[str, Param] = {"planet": planet_name(place), "token": token_name(token)}
            return TOKEN_FROM_PLANET, side, params
        case e.TokenGained(side, token, str(place)):
            params = {"faction": faction_name(place), "token": token_name(token)}
            return TOKEN_FROM_TECHNOLOGY, side, params
        case e.AgentExiled(side, whose, agent, planet):
            params = {"agent": agent_name(agent), "planet": planet_name(planet)}
            return EXILED_OWN if side == whose else EXILED, side, params
        case e.AgentTransferred(side, agent, planet):
            params = {"agent": agent_name(agent), "planet": planet_name(planet)}
            return TRANSFERRED, side, params
        case e.GameEnded(int(winner), str(victory)):
            return WON[victory], winner, {}
    return _of_goods(event)


def _of_goods(event: e.Event) -> tuple[Sides, int, dict[str, Param]] | None:
    match event:
        case (
            e.CreditsGained(side, amount)
            | e.CreditsSpent(side, amount)
            | e.CreditsTaken(side, amount)
            | e.CreditsGiven(side, amount)
            | e.ZenithiumGained(side, amount)
            | e.ZenithiumSpent(side, amount)
            | e.ZenithiumTaken(side, amount)
            | e.ZenithiumGiven(side, amount)
        ):
            return _AMOUNTS[type(event)], side, {"n": amount}
    return None


def _of_the_seat(event: e.Event, viewer: int, names: Sequence[str | Text]) -> Text | None:
    """Return the sentence of an event of the viewer; other seats' events have no preview."""
    match event:
        case e.MulliganChosen(seat, ()) if seat == viewer:
            return say(gettext_noop("You keep all your cards."))
        case e.MulliganChosen(seat, tuple(agents)) if seat == viewer:
            return say(gettext_noop("You replace %(agents)s."), agents=agent_names(agents))
        case e.TechnologyDeveloped(seat, _, faction, level, paid, None) if seat == viewer:
            message = gettext_noop(
                "You develop %(faction)s technology to level %(level)s for %(paid)s zenithium."
            )
            return say(message, faction=faction_name(faction), level=level, paid=paid)
        case e.CardsDiscarded(seat, agents) if seat == viewer:
            return say(gettext_noop("You discard %(agents)s."), agents=agent_names(agents))
        case e.CardsShared(seat, to, _, tuple(agents)) if seat == viewer:
            message = gettext_noop("You give %(agents)s to %(mate)s.")
            return say(message, agents=agent_names(agents), mate=seat_name(to, names))
        case e.TurnSkipped(seat) if seat == viewer:
            return say(gettext_noop("You have no card to play."))
        case e.TurnSkipped(seat):
            message = gettext_noop("%(name)s has no card to play.")
            return say(message, name=seat_name(seat, names))
    return None


def _of_nobody(event: e.Event) -> Text | None:
    match event:
        case e.DiscCentred(planet):
            message = gettext_noop("The disc of %(planet)s moves to its central space.")
            return say(message, planet=planet_name(planet))
        case e.DiscPlaced(planet):
            message = gettext_noop("A new disc is placed in the centre of %(planet)s.")
            return say(message, planet=planet_name(planet))
        case e.EffectSkipped(_, source) if source != "leadership":
            message = gettext_noop("%(source)s: an effect can't be applied.")
            return say(message, source=describe_source(source))
    return None
