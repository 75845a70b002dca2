"""`depict_event`: what happened as a word of symbols, for a log or a recap of one line a turn.

A line belongs to the side whose turn it is. What another side gets is marked with that side;
discs, cards and goods move down to the reader and up to the opponent, as on the board.
"""

from engine import events as e
from engine.names import FACTIONS, PLANETS
from engine.symbols.alphabet import BACK, FACTION_SYMBOLS, PLANET_SYMBOLS, STEPS, Symbol
from engine.symbols.phrases import AgentName, Mark, Part, Unit, Word, unit
from engine.symbols.plain import steps_of

SILENT = (
    e.TurnStarted,
    e.OrderChosen,
    e.Declined,
    e.EffectSkipped,
    e.DiscPlaced,
    e.TokensShuffled,
    e.DeckShuffled,
    e.GameEnded,
)
"""Events without a word: nothing moved, or it moves in every turn, or it is said elsewhere."""


def depict_event(event: e.Event, reader: int, mover: int | None = None) -> Word:
    """Return an event as the side `reader` sees it, on the line of the side `mover`.

    Empty for an event without a word.

    >>> " ".join(str(piece) for piece in depict_event(e.DiscMoved("mars", 1, 2, 2), reader=0))
    'back-2 mars'
    """
    match event:
        case e.AgentRecruited(_, agent, _, paid):
            return (unit(AgentName(agent)), _price(paid, Symbol.CREDITS))
        case e.TechnologyDeveloped(_, _, faction, level, paid):
            symbol = FACTION_SYMBOLS[FACTIONS.index(faction)]
            return (unit(Symbol.DEVELOP, symbol, level), _price(paid, Symbol.ZENITHIUM))
    if isinstance(event, SILENT):
        return ()
    parts = _turn(event) or _board(event, reader, mover) or _goods(event, reader, mover)
    parts = parts or _cards(event, reader)
    if not parts:
        raise ValueError(f"no word for {type(event).__name__}")
    return (unit(*parts),)


def _price(paid: int, of: Symbol) -> Unit:
    """Return what a card or a level has cost: -3 credits, 0 credits."""
    return unit(Mark.MINUS, paid, of) if paid else unit(0, of)


def _turn(event: e.Event) -> tuple[Part, ...]:
    match event:
        case e.MulliganChosen(_, None) | e.TurnSkipped():
            return (Symbol.CARDS,)
        case e.MulliganChosen(_, tuple(agents)):
            return (len(agents), Symbol.DISCARD)
        case e.LeadershipTaken(_, agent):
            return (Symbol.DISCARD, AgentName(agent))
        case e.LineCompleted(_, level):
            return (Symbol.TECHNOLOGIES, level)
    return ()


def _board(event: e.Event, reader: int, mover: int | None) -> tuple[Part, ...]:
    match event:
        case e.DiscMoved(planet, side, steps):
            towards = STEPS if side == reader else BACK
            return (*steps_of(towards, steps), _planet(planet))
        case e.DiscWon(planet, side):
            return (*_whose(side, reader, mover), _planet(planet), Symbol.WON)
        case e.DiscCentred(planet):
            return (_planet(planet), Symbol.THEN, Symbol.CENTRE)
        case e.BadgeTaken(side, face):
            symbol = Symbol.BADGE_GOLD if face == "gold" else Symbol.BADGE
            return (*_whose(side, reader, mover), symbol)
        case e.BadgeGiven(side):
            return _passed((Symbol.BADGE,), to_reader=side != reader)
        case e.TokenGained(side, _, place):
            symbol = Symbol.TOKEN_DRAWN if place is None else Symbol.TOKEN
            return (*_whose(side, reader, mover), symbol)
    return ()


def _goods(event: e.Event, reader: int, mover: int | None) -> tuple[Part, ...]:
    match event:
        case e.CreditsGained(side, amount):
            return (*_whose(side, reader, mover), amount, Symbol.CREDITS)
        case e.ZenithiumGained(side, amount):
            return (*_whose(side, reader, mover), amount, Symbol.ZENITHIUM)
        case e.CreditsSpent(side, amount):
            return (*_whose(side, reader, mover), Mark.MINUS, amount, Symbol.CREDITS)
        case e.ZenithiumSpent(side, amount):
            return (*_whose(side, reader, mover), Mark.MINUS, amount, Symbol.ZENITHIUM)
        case e.CreditsTaken(side, amount):
            return _passed((amount, Symbol.CREDITS), to_reader=side == reader)
        case e.ZenithiumTaken(side, amount):
            return _passed((amount, Symbol.ZENITHIUM), to_reader=side == reader)
        case e.CreditsGiven(side, amount):
            return _passed((amount, Symbol.CREDITS), to_reader=side != reader)
        case e.ZenithiumGiven(side, amount):
            return _passed((amount, Symbol.ZENITHIUM), to_reader=side != reader)
    return ()


def _cards(event: e.Event, reader: int) -> tuple[Part, ...]:
    match event:
        case e.AgentMobilized(_, _, planet):
            return (Symbol.MOBILIZE, _planet(planet))
        case e.AgentExiled(_, whose, _, planet):
            symbol = Symbol.EXILE_MINE if whose == reader else Symbol.EXILE_THEIRS
            return (symbol, _planet(planet))
        case e.AgentTransferred(side, _, planet):
            symbol = Symbol.TRANSFER if side == reader else Symbol.TRANSFER_BACK
            return (symbol, _planet(planet))
        case e.CardsDiscarded(_, agents):
            return (len(agents), Symbol.DISCARD)
        case e.CardsDrawn(_, count):
            return (count, Symbol.DRAW)
        case e.CardsShared(_, _, count):
            return (count, Symbol.CARDS)
    return ()


def _planet(planet: str) -> Symbol:
    return PLANET_SYMBOLS[PLANETS.index(planet)]


def _whose(side: int, reader: int, mover: int | None) -> tuple[Symbol, ...]:
    """Return the mark of a side on another side's line."""
    if side == mover:
        return ()
    return (Symbol.MINE if side == reader else Symbol.THEIRS,)


def _passed(goods: tuple[Part, ...], *, to_reader: bool) -> tuple[Part, ...]:
    """Return what passed from one side to the other."""
    return (Symbol.TAKE, *goods) if to_reader else (*goods, Symbol.GIVE)
