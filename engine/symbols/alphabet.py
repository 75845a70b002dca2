"""The symbols of the icon language: one drawing each, the smallest parts of a phrase."""

from enum import StrEnum
from typing import Final

from engine.names import Faction, Planet


class Symbol(StrEnum):
    """A symbol; its value is its name in the file of drawings, `static/img/symbols.svg`."""

    MERCURY = "mercury"
    VENUS = "venus"
    TERRA = "terra"
    MARS = "mars"
    JUPITER = "jupiter"
    NOT_MERCURY = "not-mercury"
    NOT_VENUS = "not-venus"
    NOT_TERRA = "not-terra"
    NOT_MARS = "not-mars"
    NOT_JUPITER = "not-jupiter"
    ANY = "any"
    """A planet of your choice."""
    ANOTHER = "another"
    """Another planet than those already chosen for this card."""
    AT_CENTRE = "at-centre"
    """A planet of your choice whose disc is at its centre."""
    THEIR_SIDE = "their-side"
    """A planet of your choice whose disc is on the opponent's side."""
    ITS_PLANET = "its-planet"
    """The planet of the card before it."""

    STEP_1 = "step-1"
    """A disc moves one step towards you; `BACK_1`: towards the opponent."""
    STEP_2 = "step-2"
    STEP_3 = "step-3"
    BACK_1 = "back-1"
    BACK_2 = "back-2"
    BACK_3 = "back-3"
    ROW_1 = "row-1"
    """One of several planets side by side, whose disc moves one step."""
    ROW_2 = "row-2"
    ROW_3 = "row-3"
    CENTRE = "centre"
    """A disc moves to its central space."""

    CREDITS = "credits"
    ZENITHIUM = "zenithium"
    UP_TO = "up-to"
    """What is missing to an amount."""
    TAKE = "take"
    """From the opponent to you."""
    GIVE = "give"
    """From you to the opponent."""
    MINE = "mine"
    """You, your side."""
    THEIRS = "theirs"
    """The opponent, their side."""

    BADGE = "badge"
    BADGE_GOLD = "badge-gold"
    BADGE_MINE = "badge-mine"
    """You have the leader badge."""
    BADGE_THEIRS = "badge-theirs"

    MOBILIZE = "mobilize"
    EXILE_MINE = "exile-mine"
    EXILE_THEIRS = "exile-theirs"
    TRANSFER = "transfer"
    TRANSFER_BACK = "transfer-back"
    """A card of yours goes to the opponent's column."""
    DISCARD = "discard"
    DISCARD_HAND = "discard-hand"
    PLANETS = "planets"
    """The planets on which a side has a card."""
    CARD_PRICE = "card-price"
    """The printed cost of the card before it."""
    TOKEN = "token"
    """A bonus token in view."""
    TOKEN_DRAWN = "token-drawn"
    """A bonus token from the supply."""

    ANIMOD = "animod"
    HUMAN = "human"
    ROBOT = "robot"
    ANY_TECHNOLOGY = "any-technology"
    LOWEST = "lowest"
    """Develop your lowest technology."""
    DEVELOP = "develop"
    TECHNOLOGIES = "technologies"
    """How many of your technologies are at level 1 or higher."""

    THEN = "then"
    """What a price buys, or what happens with the card before it."""

    # Not in effects: what happens, and what else is on the table.
    WON = "won"
    CARDS = "cards"
    DRAW = "draw"
    DECK = "deck"
    DISCARD_PILE = "discard-pile"


PLANET_SYMBOLS: Final = tuple(Symbol(planet.name.lower()) for planet in Planet)
NOT_PLANET: Final = tuple(Symbol(f"not-{planet.name.lower()}") for planet in Planet)
FACTION_SYMBOLS: Final = tuple(Symbol(faction.name.lower()) for faction in Faction)
STEPS: Final = (Symbol.STEP_1, Symbol.STEP_2, Symbol.STEP_3)
BACK: Final = (Symbol.BACK_1, Symbol.BACK_2, Symbol.BACK_3)
ROW: Final = (Symbol.ROW_1, Symbol.ROW_2, Symbol.ROW_3)
