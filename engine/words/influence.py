"""Sentences of effects that move discs, and of the limits on a choice of planets."""

from typing import Final

from engine.effects import (
    ANOTHER,
    ANY,
    AT_CENTRE,
    ON_OPPONENT_SIDE,
    CentreDisc,
    Choice,
    DiscAt,
    GiveInfluence,
    Influence,
    InfluenceRow,
    Its,
    other_than,
)
from engine.names import Planet
from engine.text import Text, gettext_noop
from engine.words.messages import Message, in_a_row, ngettext_noop, say
from engine.words.names import on_planets, planet_name

_GAIN_ON_PLANET: Final = ngettext_noop(
    "Gain %(n)s influence %(where)s.", "Gain %(n)s influence %(where)s."
)
_GAIN_ON_ITS: Final = ngettext_noop(
    "Gain %(n)s influence on that card's planet.", "Gain %(n)s influence on that card's planet."
)
_GAIN_ANYWHERE: Final = ngettext_noop(
    "Gain %(n)s influence on one planet of your choice.",
    "Gain %(n)s influence on one planet of your choice.",
)
_GAIN_EXCEPT: Final = ngettext_noop(
    "Gain %(n)s influence on one planet of your choice except %(planet)s.",
    "Gain %(n)s influence on one planet of your choice except %(planet)s.",
)
_GAIN: Final[dict[Choice, Message]] = {
    ANY: _GAIN_ANYWHERE,
    ANOTHER: ngettext_noop(
        "Gain %(n)s influence on another planet, not one already chosen for this card.",
        "Gain %(n)s influence on another planet, not one already chosen for this card.",
    ),
    ON_OPPONENT_SIDE: ngettext_noop(
        "Gain %(n)s influence on one planet of your choice whose disc is on your opponent's side.",
        "Gain %(n)s influence on one planet of your choice whose disc is on your opponent's side.",
    ),
    AT_CENTRE: ngettext_noop(
        "Gain %(n)s influence on one planet of your choice whose disc is on its central space.",
        "Gain %(n)s influence on one planet of your choice whose disc is on its central space.",
    ),
}
_GIVE_ON_PLANET: Final = ngettext_noop(
    "Your opponent gains %(n)s influence %(where)s.",
    "Your opponent gains %(n)s influence %(where)s.",
)
_GIVE_ANYWHERE: Final = ngettext_noop(
    "Your opponent gains %(n)s influence on one planet of your choice.",
    "Your opponent gains %(n)s influence on one planet of your choice.",
)
_GIVE_EXCEPT: Final = ngettext_noop(
    "Your opponent gains %(n)s influence on one planet of your choice except %(planet)s.",
    "Your opponent gains %(n)s influence on one planet of your choice except %(planet)s.",
)
_ROW: Final = ngettext_noop(
    "Gain %(n)s influence on each of %(planets)s planets side by side.",
    "Gain %(n)s influence on each of %(planets)s planets side by side.",
)


def _limits(choice: Choice) -> tuple[Text, ...]:
    """Return the limits on a choice of planets, a sentence each: for cards that are not printed."""
    sentences = []
    if choice.other_than is not None:
        message = gettext_noop("Any planet except %(planet)s.")
        sentences.append(say(message, planet=planet_name(choice.other_than)))
    if choice.another:
        sentences.append(say(gettext_noop("Not a planet already chosen for this card.")))
    if choice.disc == DiscAt.OPPONENT_SIDE:
        sentences.append(say(gettext_noop("Its disc has to be on your opponent's side.")))
    if choice.disc == DiscAt.CENTRE:
        sentences.append(say(gettext_noop("Its disc has to be on its central space.")))
    return tuple(sentences)


def limited(sentence: Text, choice: Choice) -> Text:
    """Return a sentence about any planet, followed by the planets that may not be chosen."""
    if choice == ANY:
        return sentence
    return in_a_row(sentence, *_limits(choice))


def influence_on(steps: int, *planets: int) -> Text:
    """Return the sentence of equal influence on each of these planets."""
    return say(_GAIN_ON_PLANET, n=steps, where=on_planets(*planets))


def influence(effect: Influence | GiveInfluence | InfluenceRow | CentreDisc) -> Text:
    """Return the sentence of an influence with fixed amounts."""
    match effect:
        case Influence(Planet() as planet, int(n)):
            return influence_on(n, planet)
        case Influence(Its(), int(n)):
            return say(_GAIN_ON_ITS, n=n)
        case Influence(Choice() as choice, int(n)):
            if choice in _GAIN:
                return say(_GAIN[choice], n=n)
            if choice.other_than is not None and choice == other_than(choice.other_than):
                return say(_GAIN_EXCEPT, n=n, planet=planet_name(choice.other_than))
            return limited(say(_GAIN_ANYWHERE, n=n), choice)
        case GiveInfluence(Planet() as planet, n):
            return say(_GIVE_ON_PLANET, n=n, where=on_planets(planet))
        case GiveInfluence(Choice() as choice, n):
            if choice.other_than is not None and choice == other_than(choice.other_than):
                return say(_GIVE_EXCEPT, n=n, planet=planet_name(choice.other_than))
            return limited(say(_GIVE_ANYWHERE, n=n), choice)
        case InfluenceRow((1 as beside, 2 as n, 1)):
            message: Message = ngettext_noop(
                "Gain %(n)s influence on one planet of your choice"
                " and %(beside)s on each planet beside it.",
                "Gain %(n)s influence on one planet of your choice"
                " and %(beside)s on each planet beside it.",
            )
            return say(message, n=n, beside=beside)
        case InfluenceRow(steps) if len(set(steps)) == 1 < len(steps):
            return say(_ROW, n=steps[0], planets=len(steps))
        case InfluenceRow(steps):
            message = gettext_noop("Gain influence on planets side by side, in order: %(amounts)s.")
            return say(message, amounts=", ".join(str(n) for n in steps))
        case CentreDisc():
            return say(gettext_noop("Move one disc of your choice to its central space."))
    raise ValueError(f"not an influence with fixed amounts: {effect}")
