"""How players use cards in finished games: counted by a task, shown on the pages of the cards."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import batched

from django.db import transaction

from games.ratings.models import CardCount, PlayerResult, Pool, RatingChange
from games.symbols.statistics import USES, CardStatistics, UseCount, band_of
from games.tables.models import Status
from games.tables.moves import moves_in

LATEST = 40_000
"""How many results are counted, the latest ones: a game of two has two."""
CHUNK = 400
ALL = ""
"""The agent and the use of the rows that count games."""

type Key = tuple[str, str, str, str]
"""Pool, agent, use, band of strength."""
type Result = tuple[int, int, int | None, str, float]
"""Game, seat, user, pool, score."""


def recount() -> int:
    """Count the cards of the latest finished games anew; return how many results there are.

    Games whose deal is still played at another table are left out, and so are bots. A result is
    counted in the band of the player's rating before the game; without one in the band "".
    """
    results = PlayerResult.objects.filter(game__status=Status.FINISHED, game__sealed=False)
    results = results.order_by("-at", "-pk")
    rows = results.values_list("game", "seat", "user", "pool", "score")[:LATEST]
    counts: dict[Key, list[float]] = defaultdict(lambda: [0, 0.0])
    total = 0
    for chunk in batched(rows, CHUNK):
        total += len(chunk)
        for key, score in _uses(chunk):
            counts[key][0] += 1
            counts[key][1] += score
    with transaction.atomic():
        CardCount.objects.all().delete()
        CardCount.objects.bulk_create(
            CardCount(pool=pool, agent=agent, use=use, band=band, number=int(number), score=score)
            for (pool, agent, use, band), (number, score) in counts.items()
        )
    return total


def _uses(results: Sequence[Result]) -> Iterator[tuple[Key, float]]:
    """Yield the uses of cards in some results, and the results themselves, with their scores."""
    games = {game for game, *_rest in results}
    ratings = _ratings(games)
    of = {
        (game, seat): (pool, ratings.get((game, user), ""), score)
        for game, seat, user, pool, score in results
    }
    for pool, band, score in of.values():
        yield (pool, ALL, ALL, band), score
    for game, moves in moves_in(games).items():
        for move in moves:
            use, _space, agent = move.action.partition(" ")
            if use in USES and (game, move.seat) in of:
                pool, band, score = of[game, move.seat]
                yield (pool, agent, use, band), score


def _ratings(games: Iterable[int]) -> dict[tuple[int, int | None], str]:
    """Return (game, user) -> the band of the user's rating before the game, for rated games."""
    changes = RatingChange.objects.filter(rated__game__in=games, rating__user__isnull=False)
    rows = changes.values_list("rated__game", "rating__user", "before_value")
    return {(game, user): band_of(value) for game, user, value in rows}


def card_statistics(agent: str, band: str) -> list[CardStatistics]:
    """Return how an agent is used, a line for each pool with finished games; all bands for ""."""
    rows = CardCount.objects.filter(agent__in=(agent, ALL))
    counts: dict[tuple[str, str], tuple[int, float]] = {}
    for row in rows.filter(band=band) if band else rows:
        number, score = counts.get((row.pool, row.use), (0, 0.0))
        counts[row.pool, row.use] = number + row.number, score + row.score
    lines = []
    for pool in Pool:
        games, _score = counts.get((pool, ALL), (0, 0.0))
        uses = [UseCount(*counts.get((pool, use), (0, 0.0)), games) for use in USES]
        if games:
            lines.append(CardStatistics(str(pool.label), games, uses))
    return lines
