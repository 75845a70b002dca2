"""Statistics of a player's profile, from stored results in few queries."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Block, Follow, User
from engine.names import FACTIONS
from engine.words import agent_name, faction_name
from games.ratings import glicko2
from games.ratings.chart import RatingPoint
from games.ratings.display import shown
from games.ratings.models import UNSURE, PlayerResult, Pool, Rating, RatingChange
from games.ratings.reliability import counted, counts
from games.tables.models import Ending, Game, Seat
from games.tables.page.text import plain
from games.tables.player_facts import LATELY, Reliability, ShownRating

LATEST = 100
"""Number of latest games considered for favourites, answer time and best wins."""
A_FEW = 5
OPPONENTS = 8
MOST_CHANGES = 1000
"""Most games in a chart."""


@dataclass(slots=True)
class ResultTally:
    """Numbers of games won, drawn and lost."""

    name: str | Promise
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, score: float, count: int) -> None:
        """Add games with the same score."""
        if score == 1:
            self.won += count
        elif score == 0:
            self.lost += count
        else:
            self.drawn += count

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.won + self.drawn + self.lost


@dataclass(slots=True)
class EndingTally:
    """Wins and losses by one kind of ending."""

    name: str
    won: int
    lost: int


@dataclass(slots=True)
class PlayerRecord:
    """A player's results, by pool, side, ending and opponent."""

    all: ResultTally
    pools: list[ResultTally]
    sides: list[ResultTally]
    kinds: list[EndingTally]
    opponents: list[ResultTally]


@dataclass(slots=True)
class Habits:
    """A player's favourites and speed in their latest games."""

    games: int = 0
    agents: list[tuple[str, str, int]] = field(default_factory=list)
    """(slug, name, count)"""
    technologies: list[tuple[str, int]] = field(default_factory=list)
    answer_seconds: int | None = None
    """Median of the correspondence games."""


def record(user: User, public: bool) -> PlayerRecord:
    """Return a player's results, in one query.

    `public`: name only opponents in public games.
    """
    groups = (
        PlayerResult.objects.filter(user=user)
        .values_list("pool", "first", "score", "game__ending", "game__public", OPPONENT)
        .annotate(count=Count("pk"))
        .order_by()
    )
    whole = ResultTally(gettext_lazy("All games"))
    pools = {pool.value: ResultTally(pool.label) for pool in Pool}
    sides = {
        True: ResultTally(gettext_lazy("playing first")),
        False: ResultTally(gettext_lazy("second")),
    }
    kinds: Counter[tuple[str, float]] = Counter()
    opponents: dict[str, ResultTally] = {}
    for pool, first, score, ending, is_public, who, count in groups:
        for tally in (whole, pools[pool], sides[first]):
            tally.add(score, count)
        kinds[ending, score] += count
        if who is not None and (is_public or not public):
            opponents.setdefault(who, ResultTally(who)).add(score, count)
    often = sorted(opponents.values(), key=lambda tally: (-tally.games, str(tally.name)))
    return PlayerRecord(
        whole,
        [tally for tally in pools.values() if tally.games],
        [tally for tally in sides.values() if tally.games],
        [
            EndingTally(str(ending.label), kinds[ending, 1], kinds[ending, 0])
            for ending in WAYS
            if kinds[ending, 1] or kinds[ending, 0]
        ],
        often[:OPPONENTS],
    )


OPPONENT = "opponent__username"
WAYS = (Ending.ABSOLUTE, Ending.DEMOCRATIC, Ending.POPULAR, Ending.RESIGNATION, Ending.TIME)


def habits(user: User, public: bool) -> Habits:
    """Return a player's habits in their latest games, in one query.

    `public`: consider public games only.
    """
    latest = PlayerResult.objects.filter(user=user).order_by("-at", "-pk")
    if public:
        latest = latest.filter(game__public=True)
    latest = latest.exclude(game__sealed=True)  # the deal of a sealed game is still secret
    rows = latest.values_list("agents", "technologies", "answer_seconds", "game__live")[:LATEST]
    agents: Counter[str] = Counter()
    technologies: Counter[str] = Counter()
    waited = []
    for recruited, developed, seconds, live in rows:
        agents.update(recruited)
        technologies.update(developed)
        if seconds is not None and not live:
            waited.append(seconds)
    return Habits(
        len(rows),
        [(slug, agent_name(slug), count) for slug, count in agents.most_common(A_FEW)],
        [
            (plain(faction_name(faction)), technologies[faction])
            for faction in sorted(FACTIONS, key=lambda name: -technologies[name])
            if technologies[faction]
        ],
        round(median(waited)) if waited else None,
    )


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """The user of a profile page, with what concerns the viewer."""

    user: User
    followed: bool
    """Whether the viewer follows the player."""
    reliability: Reliability
    blocked: bool
    """Whether the viewer blocks the player."""


def person(
    username: str, viewer: User | None, now: datetime, marks: Mapping[str, Any]
) -> PlayerProfile:
    """Return a player by username, in one query, or raise `Http404`.

    `marks`: further annotations of the row (`games.contests.registry.marks`).
    """
    followed = Follow.objects.filter(user=viewer, followed=OuterRef("pk"))
    blocked = Block.objects.filter(user=viewer, blocked=OuterRef("pk"))
    people = User.objects.filter(is_active=True, username__iexact=username)
    user = people.annotate(
        followed=Exists(followed), blocked=Exists(blocked), **counts(now - LATELY), **marks
    ).first()
    if user is None:
        raise Http404
    return PlayerProfile(user, user.followed, counted(user), user.blocked)


@dataclass(frozen=True, slots=True)
class BestWin:
    """A win against a strong opponent."""

    name: str
    rating: int
    game: Game


def best_wins(rating: Rating, public: bool) -> list[BestWin]:
    """Return the best win against each of the strongest opponents with a certain rating.

    Only games of two players. `public`: only public games.
    """
    if rating.pool == Pool.TEAMS:
        return []
    beaten = RatingChange.objects.filter(
        rated__changes__rating=rating,
        rated__counts=True,
        score=0,
        before_deviation__lt=UNSURE,
    ).exclude(rating=rating)
    if public:
        beaten = beaten.filter(rated__game__public=True)
    strongest = beaten.select_related("rating__user", "rated__game").order_by("-before_value", "pk")
    strongest = strongest.defer("rated__game__setup", "rated__game__snapshot", "rated__game__clock")
    best: dict[int, BestWin] = {}
    for change in strongest[:LATEST]:
        win = BestWin(name_of(change.rating), round(change.before_value), change.rated.game)
        best.setdefault(change.rating_id, win)
    return list(best.values())[:A_FEW]


def name_of(rating: Rating) -> str:
    """Return the name of a rating's player or bot."""
    if rating.bot:
        return Seat(bot=rating.bot).name
    return rating.user.username if rating.user else _("gone")


def course(rating: Rating) -> list[RatingPoint]:
    """Return a rating after each of its latest counted games, in order."""
    counted = rating.changes.filter(rated__counts=True).order_by("-rated__place")
    numbers = counted.values_list("rated__at", "after_value", "after_deviation")[:MOST_CHANGES]
    return [RatingPoint(at, round(value), round(band)) for at, value, band in numbers][::-1]


def between(player: User, opponent: User, public: bool) -> ResultTally:
    """Return the first player's results against the second.

    `public`: only public games.
    """
    tally = ResultTally(player.username)
    met = PlayerResult.objects.filter(user=player, opponent=opponent)
    if public:
        met = met.filter(game__public=True)
    for score, count in met.values_list("score").annotate(Count("pk")).order_by():
        tally.add(score, count)
    return tally


@dataclass(frozen=True, slots=True)
class PoolComparison:
    """The ratings of two players in a pool."""

    pool: str
    first: ShownRating | None
    second: ShownRating | None
    chance: int | None
    """Expected score of the first player, in per cent; `None` unless both are rated."""


def side_by_side(player: User, other: User, now: datetime) -> list[PoolComparison]:
    """Return the ratings of two players in each pool where at least one of them is rated."""
    rows = Rating.objects.filter(user__in=(player, other), games__gt=0)
    ratings_by_key = {(rating.user_id, rating.pool): rating.at(now) for rating in rows}
    pairs = []
    for pool in Pool:
        first, second = (ratings_by_key.get((user.pk, pool.value)) for user in (player, other))
        if first is None and second is None:
            continue
        chance = round(100 * glicko2.chance(first, second)) if first and second else None
        ratings = [None if rating is None else shown(rating) for rating in (first, second)]
        pairs.append(PoolComparison(str(pool.label), ratings[0], ratings[1], chance))
    return pairs


def chosen(ratings: Sequence[Rating], pool: str) -> Rating | None:
    """Return the rating in a pool, or else the one with most games."""
    wanted = [rating for rating in ratings if rating.pool == pool]
    return max(wanted or ratings, key=lambda rating: rating.games, default=None)


def changes_by_game(user: User, games: Iterable[Game]) -> dict[int, RatingChange]:
    """Return the changes of a player's rating in some games, by game id."""
    changes = RatingChange.objects.filter(rating__user=user, rated__game__in=[g.pk for g in games])
    return {change.rated.game_id: change for change in changes.select_related("rated")}
