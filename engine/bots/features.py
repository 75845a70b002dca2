"""The features of a table as one side sees it: the input of the network.

A feature is a slot, a small int that is on or not; a slot that is on twice counts twice. They are
written for the end of a turn, before its draw, and seen by a side that has just played. Only what
that side knows has a say: of its own cards those in the hand of the seat that plays (of its only
seat, with two players), of all other hands and piles no card.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from engine.agents import BASE, COSTS, FACTION_OF, PLANET_OF, SECRET_AGENTS, SLUGS
from engine.boards import LEVELS, TOKENS
from engine.names import FACTIONS, PLACES, PLANETS, SEATS
from engine.rules.turn import RECRUITS_ON
from engine.table import NO_DISC, NOBODY, RUNNING, Table, victory

_STEPS: Final = 7
"""A disc lies -3 to 3 steps towards a side. One that is won lies on the centre again soon."""
_CLASSES: Final = 6
"""Classes of what one more disc brings a side (`brings`)."""
_HEIGHTS: Final = 8
_PURSES: Final = 22
_ZENITHIUM: Final = 11
_HANDS: Final = 10
_OF_A_KIND: Final = 5
_KNOWN: Final = {agent.slug: place for place, agent in enumerate(BASE + SECRET_AGENTS)}
"""The cards that have slots. Those of other boxes have none: they count as cards of a hand only."""

_GROUPS: Final = (
    ("disc of a planet", 5 * _STEPS),
    ("disc by what it brings me", _CLASSES * _STEPS),
    ("disc by what it brings the other side", _CLASSES * _STEPS),
    ("won by me", 5 * 3),
    ("won by the other side", 5 * 3),
    ("my nearest disc that wins", 2 * 8),
    ("how many discs win", 2 * 6),
    ("token of a place", len(PLACES) * (1 + len(TOKENS))),
    ("my column", 5 * _HEIGHTS),
    ("the other side's column", 5 * _HEIGHTS),
    ("my credits", _PURSES),
    ("the other side's credits", _PURSES),
    ("my zenithium", _ZENITHIUM),
    ("the other side's zenithium", _ZENITHIUM),
    ("my level on a board side", 6 * (1 + LEVELS)),
    ("the other side's level on a board side", 6 * (1 + LEVELS)),
    ("lowest level", 2 * (1 + LEVELS)),
    ("badge", 5),
    ("cards in my hand", _HANDS),
    ("cards in other hands", 3 * _HANDS),
    ("cards that I can pay", _HANDS),
    ("cards that I can develop with", _HANDS),
    ("cards of a faction", 3 * _OF_A_KIND),
    ("cards of a planet by its disc", 5 * 3 * _STEPS),
    ("card in my hand, too dear or not", 2 * len(_KNOWN)),
    ("four players: which seat plays, and as which of its team", 4),
    ("teammate next: disc of a planet", 2 * 5 * _STEPS),
    ("teammate next: disc by what it brings me", 2 * _CLASSES * _STEPS),
    ("teammate next: disc by what it brings the other side", _CLASSES * _STEPS),
    ("teammate next: my nearest disc that wins", 2 * 8),
    ("teammate next: my credits", _PURSES),
    ("teammate next: my zenithium", _ZENITHIUM),
)


def _offsets() -> Iterator[int]:
    start = 0
    for _, size in _GROUPS:
        yield start
        start += size
    yield start


(
    _DISC,
    _BRINGS_ME,
    _BRINGS_IT,
    _WON,
    _ITS_WON,
    _NEAREST,
    _WINNING,
    _TOKEN,
    _COLUMN,
    _ITS_COLUMN,
    _CREDITS,
    _ITS_CREDITS,
    _MY_ZENITHIUM,
    _ITS_ZENITHIUM,
    _LEVEL,
    _ITS_LEVEL,
    _LOWEST,
    _BADGE,
    _HAND,
    _OTHER_HANDS,
    _PAYABLE,
    _DEVELOPABLE,
    _FACTION,
    _PLANET,
    _CARD,
    _PLAYED,
    _MATE_DISC,
    _MATE_BRINGS_ME,
    _MATE_BRINGS_IT,
    _MATE_NEAREST,
    _MATE_CREDITS,
    _MATE_ZENITHIUM,
    SLOTS,
) = tuple(_offsets())

_PURSE: Final = (
    *range(16),
    *(16 for _ in range(2)),
    *(17 for _ in range(2)),
    *(18 for _ in range(3)),
    *(19 for _ in range(4)),
    *(20 for _ in range(6)),
    21,
)
"""Credits -> their bucket; more than the last are in its bucket too."""
_MOST: Final = len(_PURSE) - 1


def fingerprint() -> str:
    """Return a text that changes when slots mean something else: weights belong to one of them."""
    names = "; ".join(f"{name}: {size}" for name, size in _GROUPS)
    words = " ".join((*_KNOWN, *PLANETS, *FACTIONS, *(token.id for token in TOKENS)))
    return hashlib.sha256(f"1 {names} {_PURSE} {words}".encode()).hexdigest()[:16]


@cache
def brings(won: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each planet, the class of what winning its disc brings a side.

    0: the game. 1 and 2: one disc short of it, from further away or as before. 3 and 4: two discs
    short. 5: less.
    """
    lacks = _lacks(won)
    classes = []
    for planet in range(5):
        more = (*won, planet)
        after = _lacks(more)
        if victory(more) != RUNNING:
            classes.append(0)
        else:
            classes.append(min(5, 2 * after - (after < lacks)))
    return tuple(classes)


def _lacks(won: tuple[int, ...]) -> int:
    most = max((won.count(planet) for planet in won), default=0)
    return min(3 - most, 4 - len(set(won)), 5 - len(won))


@cache
def _won(won: tuple[int, ...]) -> list[int]:
    return [3 * planet + min(2, won.count(planet)) for planet in range(5)]


Part = tuple[object, ...]
"""What some features hang on: its first entry says which. Equal parts have equal slots."""


def parts(table: Table, side: int) -> list[Part]:
    """Return what the features of a table hang on, as a side sees it.

    One answer changes few of them, so the sums of their weights can be kept (`network.py`).
    """
    other = 1 - side
    columns, levels, zenithium = table.columns, table.levels, table.zenithium
    credits, has = table.credits[side], zenithium[side]
    discs = table.discs
    if side == 0:
        steps = tuple([3 if at == NO_DISC else 3 + at for at in discs])
        heights = tuple([len(column) for column in columns])
        my_levels, its_levels = tuple(levels[:3]), tuple(levels[3:])
    else:
        steps = tuple([3 if at == NO_DISC else 3 - at for at in discs])
        heights = tuple([len(column) for column in columns[5:] + columns[:5]])
        my_levels, its_levels = tuple(levels[3:]), tuple(levels[:3])
    badge = 0 if table.badge == NOBODY else 1 + 2 * (table.badge != side) + table.gold

    seat = side
    hands: Part
    reach: tuple[int, ...] = (0, 1, 2, 3, 4)
    if table.players == 4:
        if table.active in SEATS[4][side]:
            seat = table.active
        reach = RECRUITS_ON[seat // 2]
        others = ((seat + 2) % 4, *SEATS[4][other])
        counts = [len(table.hands[another]) for another in others]
        hands = ("hands", *counts, 2 * (seat // 2) + len(table.played))
    else:
        hands = ("hands", len(table.hands[other]))
    hand = table.hands[seat]
    payable = developable = 0
    planets = [0, 0, 0, 0, 0]
    for place, card in enumerate(hand):
        level = my_levels[FACTION_OF[card]]
        if level < LEVELS and level < has:
            developable += 1
        planet = PLANET_OF[card]
        if planet in reach and COSTS[card] - heights[planet] <= credits:
            payable |= 1 << place
            planets[planet] += 1
    result: list[Part] = [
        ("discs", steps, table.won[side], table.won[other]),
        ("tokens", *table.tokens),
        ("columns", heights),
        ("levels", table.letters, my_levels, its_levels, badge),
        ("goods", credits, table.credits[other], has, zenithium[other]),
        hands,
        ("cards", hand, payable, developable),
        ("planets", tuple(planets), steps),
    ]
    if table.players == 4 and not table.played:
        result.append(("mate", 1 - seat // 2, steps, table.won[side], table.won[other]))
        result.append(("mate's goods", credits, has))
    return result


def slots_of(part: Part) -> list[int]:
    """Return the slots that are on because of a part."""
    slots: list[int] = _SLOTS_OF[part[0]](*part[1:])
    return slots


def features(table: Table, side: int) -> list[int]:
    """Return the slots that are on, as a side sees the table."""
    return [slot for part in parts(table, side) for slot in slots_of(part)]


def _of_discs(discs: tuple[int, ...], won: tuple[int, ...], its_won: tuple[int, ...]) -> list[int]:
    gains, its_gains = brings(won), brings(its_won)
    slots = [_WON + slot for slot in _won(won)]
    slots += [_ITS_WON + slot for slot in _won(its_won)]
    nearest = its_nearest = 7
    for planet, steps in enumerate(discs):
        gain, its_gain = gains[planet], its_gains[planet]
        slots.append(_DISC + _STEPS * planet + steps)
        slots.append(_BRINGS_ME + _STEPS * gain + steps)
        slots.append(_BRINGS_IT + _STEPS * its_gain + steps)
        if gain == 0:
            nearest = min(nearest, 6 - steps)
        if its_gain == 0:
            its_nearest = min(its_nearest, steps)
    slots.append(_NEAREST + nearest)
    slots.append(_NEAREST + 8 + its_nearest)
    slots.append(_WINNING + gains.count(0))
    slots.append(_WINNING + 6 + its_gains.count(0))
    return slots


def _of_tokens(*kinds: int) -> list[int]:
    size = 1 + len(TOKENS)
    return [_TOKEN + size * place + 1 + kind for place, kind in enumerate(kinds)]


def _of_columns(heights: tuple[int, ...]) -> list[int]:
    slots = []
    for place, height in enumerate(heights):
        start = _COLUMN if place < 5 else _ITS_COLUMN
        slots.append(start + _HEIGHTS * (place % 5) + min(height, _HEIGHTS - 1))
    return slots


def _of_levels(
    letters: tuple[int, ...], mine: tuple[int, ...], its: tuple[int, ...], badge: int
) -> list[int]:
    slots = [_LOWEST + min(mine), _LOWEST + 1 + LEVELS + min(its), _BADGE + badge]
    for faction, letter in enumerate(letters):
        slots.append(_LEVEL + (1 + LEVELS) * letter + mine[faction])
        slots.append(_ITS_LEVEL + (1 + LEVELS) * letter + its[faction])
    return slots


def _of_goods(credits: int, its_credits: int, zenithium: int, its_zenithium: int) -> list[int]:
    return [
        _CREDITS + _PURSE[min(credits, _MOST)],
        _ITS_CREDITS + _PURSE[min(its_credits, _MOST)],
        _MY_ZENITHIUM + min(zenithium, _ZENITHIUM - 1),
        _ITS_ZENITHIUM + min(its_zenithium, _ZENITHIUM - 1),
    ]


def _of_hands(*counts: int) -> list[int]:
    if len(counts) == 1:
        return [_OTHER_HANDS + min(counts[0], _HANDS - 1)]
    slots = [
        _OTHER_HANDS + _HANDS * place + min(count, _HANDS - 1)
        for place, count in enumerate(counts[:3])
    ]
    return [*slots, _PLAYED + counts[3]]


def _of_cards(hand: tuple[int, ...], payable: int, developable: int) -> list[int]:
    slots = []
    for place, card in enumerate(hand):
        known = _KNOWN.get(SLUGS[card], -1)
        if known >= 0:
            slots.append(_CARD + 2 * known + (payable >> place & 1))
    slots.append(_HAND + min(len(hand), _HANDS - 1))
    slots.append(_PAYABLE + min(payable.bit_count(), _HANDS - 1))
    slots.append(_DEVELOPABLE + min(developable, _HANDS - 1))
    factions = [FACTION_OF[card] for card in hand]
    for faction in range(3):
        slots.append(_FACTION + _OF_A_KIND * faction + min(factions.count(faction), _OF_A_KIND - 1))
    return slots


def _of_planets(counts: tuple[int, ...], discs: tuple[int, ...]) -> list[int]:
    return [
        _PLANET + _STEPS * (3 * planet + min(count, 2)) + discs[planet]
        for planet, count in enumerate(counts)
    ]


def _of_mate(
    mate: int, discs: tuple[int, ...], won: tuple[int, ...], its_won: tuple[int, ...]
) -> list[int]:
    """Return the slots of the discs before the turn of the teammate, in its reach or not."""
    gains, its_gains = brings(won), brings(its_won)
    slots = []
    nearest = far = 7
    for planet, steps in enumerate(discs):
        reached = planet in RECRUITS_ON[mate]
        slots.append(_MATE_DISC + _STEPS * (5 * mate + planet) + steps)
        slots.append(_MATE_BRINGS_ME + _STEPS * (_CLASSES * reached + gains[planet]) + steps)
        slots.append(_MATE_BRINGS_IT + _STEPS * its_gains[planet] + steps)
        if gains[planet] == 0:
            if reached:
                nearest = min(nearest, 6 - steps)
            else:
                far = min(far, 6 - steps)
    return [*slots, _MATE_NEAREST + nearest, _MATE_NEAREST + 8 + far]


def _of_mates_goods(credits: int, zenithium: int) -> list[int]:
    return [
        _MATE_CREDITS + _PURSE[min(credits, _MOST)],
        _MATE_ZENITHIUM + min(zenithium, _ZENITHIUM - 1),
    ]


_SLOTS_OF: Final[dict[object, Callable[..., list[int]]]] = {
    "discs": _of_discs,
    "tokens": _of_tokens,
    "columns": _of_columns,
    "levels": _of_levels,
    "goods": _of_goods,
    "hands": _of_hands,
    "cards": _of_cards,
    "planets": _of_planets,
    "mate": _of_mate,
    "mate's goods": _of_mates_goods,
}
