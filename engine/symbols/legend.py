"""`LEGEND`: every symbol with its meaning, and examples of how phrases are put together."""

from dataclasses import dataclass
from typing import Final

from engine.effects import (
    ANY,
    CARD_COST,
    ITS_PLANET,
    LOWEST,
    OPPONENT,
    YOU,
    Credits,
    CreditsPerPlanet,
    CreditsUpTo,
    Develop,
    Effect,
    Either,
    Exile,
    ExileColumn,
    GiveBadge,
    HasBadge,
    HasCredits,
    If,
    Influence,
    Link,
    May,
    Mobilize,
    SpendZenithium,
    TakeCredits,
    Transfer,
    Zenithium,
    ZenithiumByTechnologies,
    other_than,
)
from engine.names import MARS, VENUS, Planet
from engine.symbols.alphabet import (
    BACK,
    FACTION_SYMBOLS,
    NOT_PLANET,
    PLANET_SYMBOLS,
    ROW,
    STEPS,
    Symbol,
)
from engine.symbols.effects import depict_all
from engine.symbols.phrases import Phrase, Unit
from engine.text import Text, gettext_noop
from engine.words.messages import say
from engine.words.names import faction_name, planet_name


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase and what it means."""

    phrase: Phrase
    meaning: Text


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under a heading."""

    heading: Text
    entries: tuple[Entry, ...]


def _symbols(meaning: str, *symbols: Symbol) -> Entry:
    """Return the entry of symbols that mean the same."""
    return Entry(((Unit(symbols),),), say(meaning))


def _example(meaning: str, *effects: Effect) -> Entry:
    return Entry(depict_all(effects), say(meaning))


PLANETS: Final = Section(
    say(gettext_noop("Planets")),
    (
        *(
            Entry(((Unit((symbol,)),),), planet_name(planet))
            for planet, symbol in enumerate(PLANET_SYMBOLS)
        ),
        _symbols(gettext_noop("A planet of your choice"), Symbol.ANY),
        _symbols(
            gettext_noop("Another planet: not one already chosen for this card"), Symbol.ANOTHER
        ),
        _symbols(gettext_noop("Not this planet"), *NOT_PLANET),
        _symbols(gettext_noop("A planet whose disc is on its central space"), Symbol.AT_CENTRE),
        _symbols(gettext_noop("A planet whose disc is on your opponent's side"), Symbol.THEIR_SIDE),
        _symbols(gettext_noop("The planet of that card"), Symbol.ITS_PLANET),
    ),
)
INFLUENCE: Final = Section(
    say(gettext_noop("Influence")),
    (
        _symbols(gettext_noop("1, 2, 3 influence: the disc moves towards you"), *STEPS),
        _symbols(gettext_noop("The disc moves towards your opponent"), *BACK),
        _symbols(gettext_noop("Planets side by side, and the influence on each"), *ROW),
        _symbols(gettext_noop("The disc moves to its central space"), Symbol.CENTRE),
        _symbols(gettext_noop("The disc has been won"), Symbol.WON),
    ),
)
GOODS: Final = Section(
    say(gettext_noop("Credits and zenithium")),
    (
        _symbols(gettext_noop("Credits"), Symbol.CREDITS),
        _symbols(gettext_noop("Zenithium"), Symbol.ZENITHIUM),
        _symbols(gettext_noop("You"), Symbol.MINE),
        _symbols(gettext_noop("Your opponent"), Symbol.THEIRS),
        _symbols(gettext_noop("Take from your opponent"), Symbol.TAKE),
        _symbols(gettext_noop("Give to your opponent"), Symbol.GIVE),
        _symbols(gettext_noop("Gain what you lack to reach this amount"), Symbol.UP_TO),
        _symbols(gettext_noop("The planets on which a side has cards"), Symbol.PLANETS),
        _symbols(gettext_noop("The printed cost of that card"), Symbol.CARD_PRICE),
    ),
)
CARDS: Final = Section(
    say(gettext_noop("Cards")),
    (
        _symbols(gettext_noop("Mobilize: from the deck to your column"), Symbol.MOBILIZE),
        _symbols(gettext_noop("Transfer: from your opponent's column to yours"), Symbol.TRANSFER),
        _symbols(
            gettext_noop("Your opponent transfers a card from your column"), Symbol.TRANSFER_BACK
        ),
        _symbols(gettext_noop("Exile one of your opponent's cards"), Symbol.EXILE_THEIRS),
        _symbols(gettext_noop("Exile one of your own cards"), Symbol.EXILE_MINE),
        _symbols(gettext_noop("Discard a card from your hand"), Symbol.DISCARD),
        _symbols(gettext_noop("Discard your whole hand"), Symbol.DISCARD_HAND),
        _symbols(gettext_noop("Cards in hand"), Symbol.CARDS),
        _symbols(gettext_noop("Draw cards"), Symbol.DRAW),
        _symbols(gettext_noop("Deck"), Symbol.DECK),
        _symbols(gettext_noop("Discard pile"), Symbol.DISCARD_PILE),
    ),
)
BADGE_AND_TOKENS: Final = Section(
    say(gettext_noop("Leader badge and bonus tokens")),
    (
        _symbols(gettext_noop("Take the leader badge, or turn it to gold"), Symbol.BADGE),
        _symbols(gettext_noop("Take the leader badge on its gold side"), Symbol.BADGE_GOLD),
        _symbols(gettext_noop("You have the leader badge"), Symbol.BADGE_MINE),
        _symbols(gettext_noop("Your opponent has the leader badge"), Symbol.BADGE_THEIRS),
        _symbols(gettext_noop("Take a bonus token in view"), Symbol.TOKEN),
        _symbols(gettext_noop("Draw a bonus token from the supply"), Symbol.TOKEN_DRAWN),
    ),
)
TECHNOLOGIES: Final = Section(
    say(gettext_noop("Factions and technologies")),
    (
        *(
            Entry(((Unit((symbol,)),),), faction_name(faction))
            for faction, symbol in enumerate(FACTION_SYMBOLS)
        ),
        _symbols(gettext_noop("Develop a technology"), Symbol.DEVELOP),
        _symbols(gettext_noop("Any technology"), Symbol.ANY_TECHNOLOGY),
        _symbols(gettext_noop("Develop your lowest technology"), Symbol.LOWEST),
        _symbols(gettext_noop("Your technologies at level 1 or higher"), Symbol.TECHNOLOGIES),
    ),
)
SYMBOLS: Final = (PLANETS, INFLUENCE, GOODS, CARDS, BADGE_AND_TOKENS, TECHNOLOGIES)
"""Every symbol but the arrow, which has no meaning of its own."""

GRAMMAR: Final = Section(
    say(gettext_noop("How symbols combine")),
    (
        _example(
            gettext_noop("From left to right: 2 influence on Mars, then 4 credits."),
            Influence(MARS, 2),
            Credits(4),
        ),
        _example(
            gettext_noop(
                "A dashed outline is a price that you may pay. The arrow leads to what it buys."
            ),
            May(GiveBadge(), Credits(7)),
        ),
        _example(
            gettext_noop("Strokes separate steps: 1, 2 or 4 zenithium buy 1, 2 or 3 influence."),
            May(SpendZenithium((1, 2, 4)), Influence(other_than(VENUS), (1, 2, 3))),
        ),
        _example(
            gettext_noop("A shaded field with a question mark is a condition."),
            If(HasBadge(), Zenithium(1)),
        ),
        _example(
            gettext_noop(
                "The line is the middle of the table: your opponent is above it, you are below."
            ),
            If(HasCredits(OPPONENT, 15), Influence(ANY)),
        ),
        _example(
            gettext_noop(
                "An arrow without a price: what happens next with that card or its planet."
            ),
            Link(Transfer(), Influence(ITS_PLANET)),
        ),
        _example(
            gettext_noop("Brackets with a stroke: one of the two."),
            Either((Zenithium(1),), (Credits(7),)),
        ),
        _example(
            gettext_noop("A number before brackets: do this so many times."),
            *3 * (Link(Mobilize(), Influence(ITS_PLANET)),),
        ),
        _example(
            gettext_noop("Planets and a colon: once for each of them."),
            *(May(Exile(YOU, 1, planet), Influence(planet)) for planet in Planet if planet != 2),
        ),
        _example(
            gettext_noop("A planet beside a card: the column that the cards are taken from."),
            May(ExileColumn(VENUS), Zenithium((2, 4, 7))),
        ),
        _example(
            gettext_noop("2 credits for each planet on which your opponent has cards."),
            CreditsPerPlanet(2, OPPONENT),
        ),
        _example(
            gettext_noop(
                "If you have fewer than 8 credits, gain the rest; then your opponent does."
            ),
            CreditsUpTo(8),
            CreditsUpTo(8, OPPONENT),
        ),
        _example(
            gettext_noop("Take 3 credits from your opponent."),
            TakeCredits(3),
        ),
        _example(
            gettext_noop("1, 2 or 3 zenithium for 1, 2 or 3 technologies at level 1 or higher."),
            ZenithiumByTechnologies((1, 2, 3)),
        ),
        _example(
            gettext_noop("As many credits as that card's printed cost."),
            May(Transfer(), Credits(CARD_COST)),
        ),
        _example(
            gettext_noop("You may develop your lowest technology for 0 zenithium."),
            Develop(LOWEST, 5),
        ),
    ),
)
LEGEND: Final = (*SYMBOLS, GRAMMAR)
