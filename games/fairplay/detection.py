"""What looks unfair: pure functions from rows to findings. docs/fairplay.md says why so.

A finding is a reason to look, no proof. The thresholds are set so that an ordinary year of many
players gives hardly any (tests/fairplay/test_detection.py measures it).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from math import comb
from typing import Any

from games.fairplay.models import CaseKind
from games.ratings.rules import A_MONTH

LUCK = 1 / 2000
"""What happens by chance at most so often is a sign."""

MET = 3
"""Rated games against each other from which on one place matters: a household may share it."""
SAME_DEVICE_DAYS = 2
SAME_ADDRESS_DAYS = 3
SAME_ADDRESS_SHARE = 0.5
"""Of the days on which both were here. Once is a café, or a friend's house."""

FEW_TURNS = 4
"""Turns begun: a game that is given up or left by then was hardly played."""
EARLY = 3
"""Games given up early against one opponent."""
HABIT_GAMES = 5
"""Somebody's habit counts as if these were added, played as everybody plays."""
LEAST_HABIT = 0.02

UPSETS = 4
"""Games in a row lost to the same opponent against the odds."""
UPSET = 0.3
"""The chance of the winner, at most."""

OFTEN = 12
"""Games against each other, in one pool, from which on a pair is looked at."""
ONLY = 0.8
"""The share of both players' games that these are."""
ONE_SIDED = 0.8
NEWS = {CaseKind.PLACE: 10, CaseKind.THROWN: EARLY, CaseKind.PAIR: OFTEN}
"""So many games that no moderator has looked at open a case again."""


@dataclass(frozen=True, slots=True)
class RatedGameFacts:
    """A rated game that has ended.

    `sides`: the ids of the people; `turns`: begun by each person; `chance`: the score that the
    first side could expect; `sure`: whose rating was sure; `gained`: rating points.
    """

    game: int
    pool: str
    at: datetime
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    winner: int | None
    given_up: bool
    """By resigning, or by letting the time pass."""
    turns: Mapping[int, int]
    chance: float
    sure: frozenset[int]
    gained: Mapping[int, float]

    @property
    def duel(self) -> tuple[int, int] | None:
        """The two players, the smaller id first, one against one."""
        if len(self.sides[0]) != 1 or len(self.sides[1]) != 1:
            return None
        one, other = self.sides[0][0], self.sides[1][0]
        return (one, other) if one < other else (other, one)

    def won_by(self, user: int) -> bool:
        """Whether somebody's side has won."""
        return self.winner is not None and user in self.sides[self.winner]

    def chance_of(self, user: int) -> float:
        """Return the score that somebody's side could expect."""
        return self.chance if user in self.sides[0] else 1 - self.chance


@dataclass(slots=True)
class Finding:
    """Something for a moderator to look at: two people, the signs, and the games."""

    kind: CaseKind
    people: tuple[int, int]
    signs: list[dict[str, Any]]
    games: list[int]

    @property
    def evidence(self) -> dict[str, Any]:
        """The same as JSON."""
        return {"signs": self.signs, "games": self.games}


type Pair = tuple[int, int]
type Days = Mapping[date, tuple[set[str], set[str]]]
"""A day -> the addresses and the devices from which somebody was here."""


def opponents(played: Iterable[RatedGameFacts]) -> dict[Pair, list[RatedGameFacts]]:
    """Return the games of any two who have met on different sides."""
    met: dict[Pair, list[RatedGameFacts]] = defaultdict(list)
    for one in played:
        for first in one.sides[0]:
            for second in one.sides[1]:
                met[min(first, second), max(first, second)].append(one)
    return met


def same_place(played: Iterable[RatedGameFacts], days: Mapping[int, Days]) -> list[Finding]:
    """Find people who play rated games against each other from one address or device."""
    found = []
    for pair, games in opponents(played).items():
        if len(games) < MET:
            continue
        one, other = (days.get(user, {}) for user in pair)
        both = set(one) & set(other)
        address = sum(bool(one[day][0] & other[day][0]) for day in both)
        device = sum(bool(one[day][1] & other[day][1]) for day in both)
        often = address >= SAME_ADDRESS_DAYS and address >= SAME_ADDRESS_SHARE * len(both)
        if device >= SAME_DEVICE_DAYS or often:
            won = [sum(game.won_by(user) for game in games) for user in pair]
            sign = {"sign": "place", "both": len(both), "address": address, "device": device}
            sign |= {"players": list(pair), "games": len(games), "won": won}
            found.append(Finding(CaseKind.PLACE, pair, [sign], _numbers(games)))
    return found


def thrown(played: Iterable[RatedGameFacts]) -> list[Finding]:
    """Find people who lose to one opponent as they lose to nobody else."""
    duels = [one for one in played if one.duel is not None]
    losses = Counter(user for one in duels for user in _gave_up_early(one))
    games_of = Counter(user for one in duels for user in one.duel or ())
    usual = sum(losses.values()) / max(1, 2 * len(duels))
    found: dict[Pair, Finding] = {}
    for pair, games in opponents(duels).items():
        for loser, winner in (pair, pair[::-1]):
            signs = [
                _early(games, loser, winner, losses[loser], games_of[loser], usual),
                *_upsets(games, loser, winner),
            ]
            for sign, of in filter(None, signs):
                one = found.setdefault(pair, Finding(CaseKind.THROWN, pair, [], []))
                one.signs.append(sign)
                one.games = sorted({*one.games, *_numbers(of)})
    return list(found.values())


type Sign = tuple[dict[str, Any], list[RatedGameFacts]]


def _gave_up_early(one: RatedGameFacts) -> list[int]:
    """Return who gave a game up before it was played, if somebody did."""
    return [
        user
        for user in one.duel or ()
        if one.given_up and not one.won_by(user) and one.turns.get(user, 0) <= FEW_TURNS
    ]


def _early(
    games: Sequence[RatedGameFacts], loser: int, winner: int, losses: int, played: int, usual: float
) -> Sign | None:
    """Compare how often somebody gives up early against one opponent and against the others."""
    early = [game for game in games if loser in _gave_up_early(game)]
    if len(early) < EARLY:
        return None
    others, elsewhere = played - len(games), losses - len(early)
    habit = (elsewhere + HABIT_GAMES * max(usual, LEAST_HABIT)) / (others + HABIT_GAMES)
    if at_least(len(early), len(games), habit) > LUCK:
        return None
    sign = {"sign": "early", "loser": loser, "winner": winner, "early": len(early)}
    sign |= {"games": len(games), "others": others, "elsewhere": elsewhere}
    return sign | {"gained": _gained(early, winner)}, early


def _upsets(games: Sequence[RatedGameFacts], loser: int, winner: int) -> list[Sign | None]:
    """Find the games in a row that somebody lost to a weaker opponent against all odds.

    Only while the winner's rating is sure: a newcomer may be strong.
    """
    best: list[RatedGameFacts] = []
    row: list[RatedGameFacts] = []
    for game in sorted(games, key=lambda one: (one.at, one.game)):
        if not game.won_by(winner):
            row = []
        elif game.chance_of(winner) <= UPSET and winner in game.sure:
            row = [*row, game]
            best = max(best, row, key=len)
    luck = 1.0
    for game in best:
        luck *= game.chance_of(winner)
    if len(best) < UPSETS or luck > LUCK:
        return []
    sign = {"sign": "upsets", "loser": loser, "winner": winner, "games": len(best)}
    return [(sign | {"one_in": round(1 / luck), "gained": _gained(best, winner)}, best)]


def only_each_other(played: Iterable[RatedGameFacts]) -> list[Finding]:
    """Find pairs who hardly play anybody else, too often or with one-sided results."""
    duels = [one for one in played if one.duel is not None]
    found: dict[Pair, Finding] = {}
    for pool in sorted({one.pool for one in duels}):
        here = [one for one in duels if one.pool == pool]
        games_of = Counter(user for one in here for user in one.duel or ())
        for pair, games in opponents(here).items():
            share = min(len(games) / games_of[user] for user in pair)
            if len(games) < OFTEN or share < ONLY:
                continue
            months = Counter((game.at.year, game.at.month) for game in games)
            won = [sum(game.won_by(user) for game in games) for user in pair]
            if max(months.values()) <= A_MONTH and max(won) < ONE_SIDED * len(games):
                continue
            sign = {"sign": "pair", "pool": pool, "players": list(pair), "games": len(games)}
            sign |= {"share": int(100 * share), "month": max(months.values()), "won": won}
            one = found.setdefault(pair, Finding(CaseKind.PAIR, pair, [], []))
            one.signs.append(sign)
            one.games = sorted({*one.games, *_numbers(games)})
    return list(found.values())


def at_least(least: int, of: int, chance: float) -> float:
    """Return how likely something with this chance happens so often or more (binomial).

    >>> round(at_least(3, 3, 0.1), 4)
    0.001
    """
    return sum(comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in range(least, of + 1))


def _gained(games: Iterable[RatedGameFacts], user: int) -> int:
    return round(sum(game.gained.get(user, 0) for game in games))


def _numbers(games: Iterable[RatedGameFacts]) -> list[int]:
    return sorted(game.game for game in games)
