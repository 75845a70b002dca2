"""`describe_event`: one sentence for every event of a game."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine import events as e
from engine.names import PLANETS
from engine.text import Text, gettext_noop
from engine.words import forms
from engine.words.messages import ngettext_noop, say
from engine.words.names import (
    agent_name,
    agent_names,
    describe_source,
    faction_name,
    planet_name,
    seat_name,
    token_name,
)
from engine.words.readers import Reader, reader

_RECRUITED: Final = ngettext_noop(
    "%(agent)s recruited for %(n)s credit.", "%(agent)s recruited for %(n)s credits."
)
_DRAW: Final = gettext_noop("Draw: no player can move.")
_TOKENS_SHUFFLED: Final = ngettext_noop(
    "The supply of bonus tokens was empty: %(n)s discarded token was shuffled.",
    "The supply of bonus tokens was empty: %(n)s discarded tokens were shuffled.",
)
_DECK_SHUFFLED: Final = ngettext_noop(
    "The deck was empty: %(n)s discarded card was shuffled.",
    "The deck was empty: %(n)s discarded cards were shuffled.",
)


def describe_event(
    event: e.Event,
    viewer: int | None = None,
    names: Sequence[str | Text] | None = None,
    *,
    players: int = 2,
) -> Text:
    """Return what happens in an event, as the seat `viewer` (or a spectator, `None`) reads it.

    It says what the event holds: give it what that reader may see (`event.seen_by(viewer)`).
    `names`: one for each seat; without them there are `players` seats with numbers for names.

    >>> str(describe_event(e.DiscMoved("mercury", side=0, steps=1, at=1), viewer=0))
    'Mercury 1 step towards you.'
    """
    read = reader(viewer, names, players)
    text = _turn(event, read) or _board(event, read) or _goods(event, read) or _cards(event, read)
    if text is None:
        raise ValueError(f"no sentence for {type(event).__name__}")
    return text


def reported(events: Iterable[e.Event]) -> list[e.Event]:
    """Return the events that a log reports: all but effects that changed nothing.

    That the badge already shows its gold side is reported: a player took the leadership for it.
    """
    return [
        event
        for event in events
        if not isinstance(event, e.EffectSkipped) or event.source == "leadership"
    ]


def describe_outcome(
    winner: int | None,
    victory: str | None,
    viewer: int | None = None,
    names: Sequence[str | Text] | None = None,
    *,
    players: int = 2,
) -> Text:
    """Return the sentence of the end of a game; `winner` and `victory` as in `Outcome`."""
    if winner is None or victory is None:
        return say(_DRAW)
    return reader(viewer, names, players).side(forms.WON[victory], winner)


def _turn(event: e.Event, read: Reader) -> Text | None:
    match event:
        case e.MulliganChosen(seat, None):
            return read.seat(forms.MULLIGAN_HIDDEN, seat)
        case e.MulliganChosen(seat, ()):
            return read.seat(forms.MULLIGAN_KEPT, seat)
        case e.MulliganChosen(seat, tuple(agents)):
            return read.seat(forms.MULLIGAN_REPLACED, seat, agents=agent_names(agents))
        case e.TurnStarted(seat):
            return read.seat(forms.TURN_STARTED, seat)
        case e.TurnSkipped(seat):
            return read.seat(forms.TURN_SKIPPED, seat)
        case e.OrderChosen(seat):
            return read.seat(forms.PLAYS_FIRST, seat)
        case e.AgentRecruited(_, agent, _, paid):
            return say(_RECRUITED, agent=agent_name(agent), n=paid)
        case e.TechnologyDeveloped(seat, _, faction, level, paid, None):
            name = faction_name(faction)
            return read.seat(forms.DEVELOPED, seat, faction=name, level=level, paid=paid)
        case e.TechnologyDeveloped(seat, _, faction, level, paid, str(agent)):
            return read.seat(
                forms.DEVELOPED_WITH,
                seat,
                faction=faction_name(faction),
                level=level,
                paid=paid,
                agent=agent_name(agent),
            )
        case e.LeadershipTaken(seat, agent):
            return read.seat(forms.LED, seat, agent=agent_name(agent))
        case e.LineCompleted(side, level):
            return read.side(forms.LINE_COMPLETED, side, level=level)
        case e.Declined(side, source):
            return read.side(forms.DECLINED, side, source=describe_source(source))
        case e.EffectSkipped(_, "leadership"):
            return say(gettext_noop("The leader badge already shows its gold side."))
        case e.EffectSkipped(_, source):
            message = gettext_noop("%(source)s: an effect can't be applied.")
            return say(message, source=describe_source(source))
        case e.GameEnded(int(winner), str(victory)):
            return read.side(forms.WINS[victory], winner)
        case e.GameEnded():
            return say(_DRAW)
    return None


def _board(event: e.Event, read: Reader) -> Text | None:
    match event:
        case e.DiscMoved(planet, side, steps):
            return read.side(forms.DISC_MOVED, side, planet=planet_name(planet), n=steps)
        case e.DiscWon(planet, side):
            return read.side(forms.DISC_WON, side, planet=planet_name(planet))
        case e.DiscCentred(planet):
            message = gettext_noop("The disc of %(planet)s moves to its central space.")
            return say(message, planet=planet_name(planet))
        case e.DiscPlaced(planet):
            message = gettext_noop("A new disc is placed in the centre of %(planet)s.")
            return say(message, planet=planet_name(planet))
        case e.BadgeTaken(side, face):
            return read.side(forms.BADGE_GOLD if face == "gold" else forms.BADGE_TAKEN, side)
        case e.BadgeGiven(side):
            return read.between(forms.BADGE_GIVEN, side)
        case e.TokenGained(side, token, None):
            return read.side(forms.TOKEN_FROM_SUPPLY, side, token=token_name(token))
        case e.TokenGained(side, token, str(place)) if place in PLANETS:
            name = planet_name(place)
            return read.side(forms.TOKEN_FROM_PLANET, side, planet=name, token=token_name(token))
        case e.TokenGained(side, token, str(place)):
            return read.side(
                forms.TOKEN_FROM_TECHNOLOGY,
                side,
                faction=faction_name(place),
                token=token_name(token),
            )
        case e.TokensShuffled(count):
            return say(_TOKENS_SHUFFLED, n=count)
    return None


def _goods(event: e.Event, read: Reader) -> Text | None:
    match event:
        case e.CreditsGained(side, amount):
            return read.side(forms.GAINED, side, goods=forms.credits_of(amount))
        case e.CreditsSpent(side, amount):
            return read.side(forms.SPENT, side, goods=forms.credits_of(amount))
        case e.CreditsTaken(side, amount):
            return read.between(forms.TAKEN, side, goods=forms.credits_of(amount))
        case e.CreditsGiven(side, amount):
            return read.between(forms.GIVEN, side, goods=forms.credits_of(amount))
        case e.ZenithiumGained(side, amount):
            return read.side(forms.GAINED, side, goods=forms.zenithium_of(amount))
        case e.ZenithiumSpent(side, amount):
            return read.side(forms.SPENT, side, goods=forms.zenithium_of(amount))
        case e.ZenithiumTaken(side, amount):
            return read.between(forms.TAKEN, side, goods=forms.zenithium_of(amount))
        case e.ZenithiumGiven(side, amount):
            return read.between(forms.GIVEN, side, goods=forms.zenithium_of(amount))
    return None


def _cards(event: e.Event, read: Reader) -> Text | None:
    match event:
        case e.AgentMobilized(side, agent, planet):
            name = planet_name(planet)
            return read.side(forms.MOBILIZED, side, agent=agent_name(agent), planet=name)
        case e.AgentExiled(side, whose, agent, planet) if side == whose:
            name = planet_name(planet)
            return read.side(forms.EXILED_OWN, side, agent=agent_name(agent), planet=name)
        case e.AgentExiled(side, _, agent, planet):
            name = planet_name(planet)
            return read.between(forms.EXILED, side, agent=agent_name(agent), planet=name)
        case e.AgentTransferred(side, agent, planet):
            name = planet_name(planet)
            return read.between(forms.TRANSFERRED, side, agent=agent_name(agent), planet=name)
        case e.CardsDiscarded(seat, agents):
            return read.seat(forms.DISCARDED, seat, agents=agent_names(agents))
        case e.CardsDrawn(seat, count, None):
            return read.seat(forms.DREW_COUNT, seat, n=count)
        case e.CardsDrawn(seat, _, tuple(agents)):
            return read.seat(forms.DREW, seat, agents=agent_names(agents))
        case e.CardsShared():
            return _shared(event, read)
        case e.DeckShuffled(count):
            return say(_DECK_SHUFFLED, n=count)
    return None


def _shared(event: e.CardsShared, read: Reader) -> Text:
    """Return the sentence of cards given to a teammate; both teammates read it as "you"."""
    if read.viewer == event.to:
        giver = seat_name(event.seat, read.names)
        if event.agents is None:
            return say(forms.RECEIVED_COUNT, name=giver, n=event.count)
        return say(forms.RECEIVED, name=giver, agents=agent_names(event.agents))
    mate = seat_name(event.to, read.names)
    if event.agents is None:
        return read.seat(forms.SHARED_COUNT, event.seat, mate=mate, n=event.count)
    return read.seat(forms.SHARED, event.seat, mate=mate, agents=agent_names(event.agents))
