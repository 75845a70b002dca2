"""`depict_action`: what an answer pays or chooses, as a phrase of symbols."""

from engine.meanings import meaning_of
from engine.symbols.alphabet import Symbol
from engine.symbols.effects import depict, depict_all
from engine.symbols.phrases import Group, Outline, Phrase, Word, unit


def depict_action(action: str, source: str | None, *, follows: bool) -> Phrase:
    """Return what an answer pays, or the effects that it chooses, on the card that asks.

    `follows`: whether symbols of what it brings stand behind it: an arrow leads from the price to
    them, and the chosen effects are left to them. Empty for answers that choose a place or a card.

    >>> print(*depict_action("spend 3", "suleiman", follows=True)[0])
    (price: 3 credits) then
    """
    meaning = meaning_of(action, source)
    match action.split(" "):
        case ["exile", number] if number.isdecimal():
            price: Word = (unit(int(number), Symbol.EXILE_MINE),)
        case _ if meaning is None:
            return ()
        case _ if isinstance(meaning, tuple):
            return () if follows else depict_all(meaning)
        case _:
            price = depict(meaning)
    arrow = (unit(Symbol.THEN),) if follows else ()
    return ((Group(Outline.PRICE, price), *arrow),)
