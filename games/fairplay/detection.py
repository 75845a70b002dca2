"""Detection of suspicious games: pure functions from rows to findings; see docs/fairplay.md.

A finding is a reason to look, not a proof. The thresholds are set so that honest players cause
hardly any findings (measured by tests/fairplay/test_detection.py).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from math import comb, erfc, sqrt
from typing import TypedDict

from engine.analysis.review.hidden_hands import SPREAD
from games.fairplay.models import CaseKind
from games.ratings.rules import A_MONTH

LUCK = 1 / 2000
"""Significance level: events at most this likely by chance are suspicious."""

MET = 3
"""Fewest rated games against each other for a shared address or device to matter."""
SAME_DEVICE_DAYS = 2
SAME_ADDRESS_DAYS = 3
SAME_ADDRESS_SHARE = 0.5
"""Least share of the days on which both were on the site; a single day may be a café."""

FEW_TURNS = 4
"""Turns begun: a game resigned or lost on time by then counts as given up early."""
MOST_ODDS = 1_000_000
"""The greatest odds that evidence names: beyond it the model is less certain than the number."""

EARLY = 3
"""Fewest games given up early against one opponent."""
HABIT_GAMES = 5
"""Smoothing: this many games of average habit are added to a player's own."""
LEAST_HABIT = 0.02

UPSETS = 4
"""Fewest games in a row lost to the same opponent against the odds."""
UPSET = 0.3
"""Greatest winning chance that counts as an upset."""

OFTEN = 12
"""Fewest games against each other in one pool for a pair to be checked."""
ONLY = 0.8
"""Least share of both players' games that these must be."""
ONE_SIDED = 0.8

REVIEWED = 5
"""Fewest reviewed games of a player for the agreement with reviews to matter."""
REVIEWED_TURNS = 100
STRONG = 0.38
"""The share of turns in which Eclipse, a strong level, plays as the review (docs/review.md)."""

DEALS = 2
"""Fewest games with a deal of several tables for the fit of turns to hidden hands to matter."""
DEAL_TURNS = 25
DEAL_SPREAD = 1.2
"""By how much the fits of honest games spread wider than those of single turns, because a hand
stays for some turns (measured: 1.19)."""

NEWS = {
    CaseKind.PLACE: 10,
    CaseKind.THROWN: EARLY,
    CaseKind.PAIR: OFTEN,
    CaseKind.ENGINE: REVIEWED,
    CaseKind.DEAL: DEALS,
}
"""Number of unreviewed games that opens another case after a closed one."""


@dataclass(frozen=True, slots=True)
class RatedGameFacts:
    """A finished rated game as detection sees it.

    `sides`: user ids; `turns`: turns begun, by user; `chance`: expected score of the first side;
    `sure`: users with a certain rating; `gained`: rating points, by user.
    """

    game: int
    pool: str
    at: datetime
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    winner: int | None
    given_up: bool
    """Whether it ended by resignation or on time."""
    turns: Mapping[int, int]
    chance: float
    sure: frozenset[int]
    gained: Mapping[int, float]

    @property
    def duel(self) -> tuple[int, int] | None:
        """The two players, the smaller id first; `None` for a game of teams."""
        if len(self.sides[0]) != 1 or len(self.sides[1]) != 1:
            return None
        first, other = self.sides[0][0], self.sides[1][0]
        return (first, other) if first < other else (other, first)

    def won_by(self, user: int) -> bool:
        """Whether the user's side won."""
        return self.winner is not None and user in self.sides[self.winner]

    def chance_of(self, user: int) -> float:
        """Return the expected score of the user's side."""
        return self.chance if user in self.sides[0] else 1 - self.chance


@dataclass(frozen=True, slots=True)
class ReviewedPlay:
    """How a player played in a reviewed game: `agreed` of `turns` as the review would have."""

    game: int
    user: int
    turns: int
    agreed: int


@dataclass(frozen=True, slots=True)
class SameDealPlay:
    """How a player's turns fit the other hand, in a game whose deal was played at several tables.

    `beaten`: the sum, over the turns, of the share of imagined hands against which a turn stood
    less well than against the real one (`engine.analysis.review.hidden_hands`).
    """

    game: int
    user: int
    turns: int
    beaten: float


type Sign = dict[str, object]
"""A sign as JSON: its kind under `sign`, then the values of its sentence (`evidence.py`)."""


class Evidence(TypedDict):
    """What a case holds: the signs, and the numbers of the games."""

    signs: list[Sign]
    games: list[int]


@dataclass(slots=True)
class Finding:
    """A suspicion for a moderator to review: one or two players, the signs, and the games."""

    kind: CaseKind
    people: tuple[int, ...]
    signs: list[Sign]
    games: list[int]

    @property
    def evidence(self) -> Evidence:
        """The finding as JSON."""
        return {"signs": self.signs, "games": self.games}


type Pair = tuple[int, int]
type Days = Mapping[date, tuple[set[str], set[str]]]
"""For each day, the hashed addresses and devices of a user."""


def opponents(played: Iterable[RatedGameFacts]) -> dict[Pair, list[RatedGameFacts]]:
    """Return the games of every two players who met on different sides."""
    met: dict[Pair, list[RatedGameFacts]] = defaultdict(list)
    for game in played:
        for first in game.sides[0]:
            for second in game.sides[1]:
                met[min(first, second), max(first, second)].append(game)
    return met


def same_place(played: Iterable[RatedGameFacts], days: Mapping[int, Days]) -> list[Finding]:
    """Return pairs who play rated games against each other from one address or device."""
    findings = []
    for pair, games in opponents(played).items():
        if len(games) < MET:
            continue
        first, other = (days.get(user, {}) for user in pair)
        both = set(first) & set(other)
        address = sum(bool(first[day][0] & other[day][0]) for day in both)
        device = sum(bool(first[day][1] & other[day][1]) for day in both)
        often = address >= SAME_ADDRESS_DAYS and address >= SAME_ADDRESS_SHARE * len(both)
        if device >= SAME_DEVICE_DAYS or often:
            won = [sum(game.won_by(user) for game in games) for user in pair]
            sign: Sign = {"sign": "place", "both": len(both), "address": address, "device": device}
            sign |= {"players": list(pair), "games": len(games), "won": won}
            findings.append(Finding(CaseKind.PLACE, pair, [sign], _numbers(games)))
    return findings


def thrown(played: Iterable[RatedGameFacts]) -> list[Finding]:
    """Return pairs in which one player seems to lose to the other on purpose."""
    duels = [game for game in played if game.duel is not None]
    losses = Counter(user for game in duels for user in _gave_up_early(game))
    games_of = Counter(user for game in duels for user in game.duel or ())
    usual = sum(losses.values()) / max(1, 2 * len(duels))
    findings: dict[Pair, Finding] = {}
    for pair, games in opponents(duels).items():
        for loser, winner in (pair, pair[::-1]):
            signs = [
                _early(games, loser, winner, losses[loser], games_of[loser], usual),
                *_upsets(games, loser, winner),
            ]
            for sign, sign_games in filter(None, signs):
                finding = findings.setdefault(pair, Finding(CaseKind.THROWN, pair, [], []))
                finding.signs.append(sign)
                finding.games = sorted({*finding.games, *_numbers(sign_games)})
    return list(findings.values())


type SignOf = tuple[Sign, list[RatedGameFacts]]
"""A sign and its games."""


def _gave_up_early(game: RatedGameFacts) -> list[int]:
    """Return the players who gave a game up early."""
    return [
        user
        for user in game.duel or ()
        if game.given_up and not game.won_by(user) and game.turns.get(user, 0) <= FEW_TURNS
    ]


def _early(
    games: Sequence[RatedGameFacts], loser: int, winner: int, losses: int, played: int, usual: float
) -> SignOf | None:
    """Compare how often a player gives up early against one opponent and against others."""
    early = [game for game in games if loser in _gave_up_early(game)]
    if len(early) < EARLY:
        return None
    others, elsewhere = played - len(games), losses - len(early)
    habit = (elsewhere + HABIT_GAMES * max(usual, LEAST_HABIT)) / (others + HABIT_GAMES)
    if at_least(len(early), len(games), habit) > LUCK:
        return None
    sign: Sign = {"sign": "early", "loser": loser, "winner": winner, "early": len(early)}
    sign |= {"games": len(games), "others": others, "elsewhere": elsewhere}
    return sign | {"gained": _gained(early, winner)}, early


def _upsets(games: Sequence[RatedGameFacts], loser: int, winner: int) -> list[SignOf | None]:
    """Return an improbable run of losses against a weaker opponent.

    Only games in which the winner's rating was certain: a newcomer may be strong.
    """
    best: list[RatedGameFacts] = []
    row: list[RatedGameFacts] = []
    for game in sorted(games, key=lambda game: (game.at, game.game)):
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
    sign: Sign = {"sign": "upsets", "loser": loser, "winner": winner, "games": len(best)}
    return [(sign | {"one_in": round(1 / luck), "gained": _gained(best, winner)}, best)]


def only_each_other(played: Iterable[RatedGameFacts]) -> list[Finding]:
    """Return pairs who hardly play anyone else, too often or with one-sided results."""
    duels = [game for game in played if game.duel is not None]
    findings: dict[Pair, Finding] = {}
    for pool in sorted({game.pool for game in duels}):
        pool_games = [game for game in duels if game.pool == pool]
        games_of = Counter(user for game in pool_games for user in game.duel or ())
        for pair, games in opponents(pool_games).items():
            share = min(len(games) / games_of[user] for user in pair)
            if len(games) < OFTEN or share < ONLY:
                continue
            months = Counter((game.at.year, game.at.month) for game in games)
            won = [sum(game.won_by(user) for game in games) for user in pair]
            if max(months.values()) <= A_MONTH and max(won) < ONE_SIDED * len(games):
                continue
            sign: Sign = {"sign": "pair", "pool": pool, "players": list(pair), "games": len(games)}
            sign |= {"share": int(100 * share), "month": max(months.values()), "won": won}
            finding = findings.setdefault(pair, Finding(CaseKind.PAIR, pair, [], []))
            finding.signs.append(sign)
            finding.games = sorted({*finding.games, *_numbers(games)})
    return list(findings.values())


def like_the_engine(played: Iterable[ReviewedPlay]) -> list[Finding]:
    """Return players who agree with the reviews of their games far more often than others.

    The base rate is that of all other players, and not less than that of a strong level: being good
    is no sign.
    """
    games: dict[int, list[ReviewedPlay]] = defaultdict(list)
    for play in played:
        games[play.user].append(play)
    turns = {user: sum(play.turns for play in own) for user, own in games.items()}
    agreed = {user: sum(play.agreed for play in own) for user, own in games.items()}
    findings = []
    for user, own in games.items():
        if len(own) < REVIEWED or turns[user] < REVIEWED_TURNS:
            continue
        others = sum(turns.values()) - turns[user]
        base = (sum(agreed.values()) - agreed[user]) / max(1, others)
        if at_least(agreed[user], turns[user], max(base, STRONG)) > LUCK:
            continue
        sign: Sign = {"sign": "engine", "player": user, "games": len(own), "turns": turns[user]}
        sign |= {"share": round(100 * agreed[user] / turns[user]), "others": others}
        sign |= {"base": round(100 * base), "strong": round(100 * STRONG)}
        numbers = sorted(play.game for play in own)
        findings.append(Finding(CaseKind.ENGINE, (user,), [sign], numbers))
    return findings


def knows_hands(played: Iterable[SameDealPlay]) -> list[Finding]:
    """Return players whose turns fit the hands of their opponents too well not to know them.

    Only where the same hands were dealt at other tables, to players who could tell.
    """
    games: dict[int, list[SameDealPlay]] = defaultdict(list)
    for play in played:
        games[play.user].append(play)
    findings = []
    for user, own in games.items():
        turns, beaten = sum(play.turns for play in own), sum(play.beaten for play in own)
        if len(own) < DEALS or turns < DEAL_TURNS:
            continue
        luck = at_least_normal((beaten - turns / 2) / (DEAL_SPREAD * sqrt(turns * SPREAD)))
        if luck > LUCK:
            continue
        sign: Sign = {"sign": "deal", "player": user, "games": len(own), "turns": turns}
        sign |= {"share": round(100 * beaten / turns), "one_in": min(round(1 / luck), MOST_ODDS)}
        findings.append(Finding(CaseKind.DEAL, (user,), [sign], sorted(play.game for play in own)))
    return findings


def at_least_normal(deviations: float) -> float:
    """Return the probability that a normal variable lies so many deviations above its mean.

    >>> round(at_least_normal(3.29), 5)
    0.0005
    """
    return erfc(deviations / sqrt(2)) / 2


def at_least(least: int, of: int, chance: float) -> float:
    """Return the probability of at least `least` successes in `of` trials (binomial).

    >>> round(at_least(3, 3, 0.1), 4)
    0.001
    """
    return sum(comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in range(least, of + 1))


def _gained(games: Iterable[RatedGameFacts], user: int) -> int:
    return round(sum(game.gained.get(user, 0) for game in games))


def _numbers(games: Iterable[RatedGameFacts]) -> list[int]:
    return sorted(game.game for game in games)
