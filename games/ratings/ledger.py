"""The ledger of a pool: its rated games in the order they ended, with their rating changes.

The pool's `Ledger` row is locked last, after the game and its users, so that no deadlock occurs.
Each change is stored with the rating before and after; when a game is removed from the order or
put back, all later games are recalculated. A bot keeps in each game the rating that it had when the
game ended, so a new rating in `ANCHORS` changes no earlier game.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import F, QuerySet

from common.batches import in_batches
from games.ratings import glicko2
from games.ratings.models import Ledger, Pool, RatedGame, Rating, RatingChange, periods
from games.ratings.rules import A_MONTH, ANCHORS, score_of
from games.tables.models import Game, Seat

TOLERANCE = 1e-6
"""Allowed floating-point difference between two machines."""


def append(game: Game, pool: Pool, seats: Sequence[Seat]) -> None:
    """Append a game that has just ended and update the ratings."""
    assert game.finished_at is not None
    ledger = _locked(pool)
    ledger.last += 1
    ledger.save(update_fields=["last"])
    rated = RatedGame(game=game, pool=pool, place=ledger.last, at=game.finished_at)
    changes = [
        RatingChange(
            rated=rated,
            rating=_rating_of(seat, pool),
            side=seat.side,
            score=score_of(game, seat),
        )
        for seat in seats
    ]
    _calculate(rated, changes)
    rated.save()
    RatingChange.objects.bulk_create(changes)
    _store(change.rating for change in changes)


def differences(pool: Pool) -> list[str]:
    """Recalculate a pool from its first game on; return a sentence for each stored difference."""
    sentences = []
    ratings: dict[int, Rating] = {}
    for rated in _in_order(pool):
        stored, counted = changes_of(rated), rated.counts
        recalculated = []
        for change in stored:
            initial = Rating(pk=change.rating_id, pool=pool, bot=change.rating.bot)
            rating = ratings.setdefault(change.rating_id, initial)
            if rating.bot:
                rating.glicko = change.before
            score = change.score
            recalculated.append(
                RatingChange(rated=rated, rating=rating, side=change.side, score=score)
            )
        _calculate(rated, recalculated)
        same = all(
            _same(row.before, other.before) and _same(row.after, other.after)
            for row, other in zip(stored, recalculated, strict=True)
        )
        if not same or rated.counts != counted:
            sentences.append(f"Game {rated.game_id} has wrong rating changes.")
    for rating in Rating.objects.filter(pool=pool, bot=""):
        should = ratings.get(rating.pk, Rating())
        should.games, should.opponents = _tally(rating)
        facts = [(entry.last_at, entry.games, entry.opponents) for entry in (rating, should)]
        if not _same(should.glicko, rating.glicko) or facts[0] != facts[1]:
            sentences.append(f"Rating {rating.pk} does not match its games.")
    return sentences


def _same(first: glicko2.GlickoRating, second: glicko2.GlickoRating) -> bool:
    return (
        abs(first.value - second.value) < TOLERANCE
        and abs(first.deviation - second.deviation) < TOLERANCE
        and abs(first.volatility - second.volatility) < TOLERANCE
    )


def take_out(rated: RatedGame) -> None:
    """Remove a game from the order of its pool and recalculate all later games."""
    pool = Pool(rated.pool)
    _locked(pool)
    ratings: dict[int, Rating] = {}
    for change in changes_of(rated):
        _restore(change, ratings)
    rated.delete()
    _recalculate_after(pool, rated.place, ratings)


def put_back(rated: RatedGame, changes: Sequence[RatingChange]) -> None:
    """Insert a game at its old place in the order of its pool, and recalculate from there.

    `rated` and `changes` are unsaved; a change needs its rating, side and score.
    """
    pool = Pool(rated.pool)
    _locked(pool)
    ratings: dict[int, Rating] = {}
    for change in changes:
        later = RatingChange.objects.filter(rating=change.rating_id, rated__place__gt=rated.place)
        following = later.order_by("rated__place").select_related("rating").first()
        if following is None:
            ratings[change.rating_id] = change.rating
        else:
            _restore(following, ratings)
        change.rating = ratings[change.rating_id]
    _calculate(rated, changes)
    rated.save()
    RatingChange.objects.bulk_create(changes)
    _recalculate_after(pool, rated.place, ratings)


def _recalculate_after(pool: Pool, place: int, ratings: dict[int, Rating]) -> None:
    """Recalculate all games after a place; `ratings`: the changed ratings as of that place."""
    for later in _in_order(pool, after=place):
        changes = changes_of(later)
        for change in changes:
            if change.rating.bot or change.rating_id not in ratings:
                _restore(change, ratings)
            change.rating = ratings[change.rating_id]
        _calculate(later, changes)
        later.save(update_fields=["counts"])
        for change in changes:
            change.save()
    _store(ratings.values())


def _locked(pool: Pool) -> Ledger:
    Ledger.objects.get_or_create(pool=pool)
    return Ledger.objects.select_for_update().get(pool=pool)


def _rating_of(seat: Seat, pool: Pool) -> Rating:
    if not seat.bot:
        return Rating.objects.get_or_create(user=seat.user, pool=pool)[0]
    anchor = ANCHORS[seat.bot]
    numbers = {"value": anchor.value, "deviation": anchor.deviation}
    rating, _ = Rating.objects.get_or_create(bot=seat.bot, pool=pool, defaults=numbers)
    if rating.glicko != anchor:
        rating.glicko = anchor
        rating.save(update_fields=["value", "deviation", "volatility"])
    return rating


def _in_order(pool: Pool, after: int = 0) -> Iterator[RatedGame]:
    return in_batches(RatedGame.objects.filter(pool=pool, place__gt=after), "place", 500)


def changes_of(rated: RatedGame) -> list[RatingChange]:
    """Return a game's rating changes in the order of their calculation."""
    return list(rated.changes.select_related("rating").order_by("pk"))


def _restore(change: RatingChange, ratings: dict[int, Rating]) -> None:
    """Add a rating to `ratings` as it was before a change."""
    rating = change.rating
    rating.glicko, rating.last_at = change.before, change.before_at
    ratings[rating.pk] = rating


def _calculate(rated: RatedGame, changes: Sequence[RatingChange]) -> None:
    """Calculate a game's changes and apply them to the ratings they hold."""
    rated.counts = not _too_many(rated, changes)
    for change in changes:
        change.before, change.before_at = change.rating.glicko, change.rating.last_at
        change.after = change.before
    if not rated.counts:
        return
    now = [(change.side, change.rating.at(rated.at)) for change in changes]
    for number, change in enumerate(changes):
        if change.rating.bot:
            continue
        opponent = _opponent(number, now)
        since = periods(change.before_at, rated.at)
        change.after = glicko2.rate(change.before, [(opponent, change.score)], since)
        change.rating.glicko, change.rating.last_at = change.after, rated.at


def _opponent(
    number: int, players: Sequence[tuple[int, glicko2.GlickoRating]]
) -> glicko2.GlickoRating:
    """Return a player's opponent, virtual in teams; `now`: side and rating of all players."""
    own = players[number][0]
    others = [rating for side, rating in players if side != own]
    mates = [rating for n, (side, rating) in enumerate(players) if side == own and n != number]
    return glicko2.team(mates[0], (others[0], others[1])) if mates else others[0]


def _too_many(rated: RatedGame, changes: Sequence[RatingChange]) -> bool:
    """Whether any two opponents have already reached their limit of rated games this month."""
    return any(
        _earlier(rated, change.rating_id, other.rating_id).count() >= A_MONTH
        for change in changes
        for other in changes
        if change.side < other.side
    )


def _earlier(rated: RatedGame, rating_id: int, other: int) -> QuerySet[RatingChange]:
    """Return a rating's changes in earlier games of the month against another rating."""
    start = month_of(rated.at)
    return RatingChange.objects.filter(
        rating=rating_id,
        rated__pool=rated.pool,
        rated__counts=True,
        rated__place__lt=rated.place,
        rated__at__gte=start,
        rated__at__lt=month_of(start + timedelta(days=31)),
        rated__changes__rating=other,
        rated__changes__side=1 - F("side"),
    )


def month_of(at: datetime) -> datetime:
    """Return the start of the month, in UTC."""
    return at.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _store(ratings: Iterable[Rating]) -> None:
    for rating in (rating for rating in ratings if not rating.bot):
        rating.games, rating.opponents = _tally(rating)
        rating.save()


def _tally(rating: Rating) -> tuple[int, int]:
    """Return the numbers of counted games and of different opponents of a rating."""
    counted = RatingChange.objects.filter(rating=rating, rated__counts=True)
    met = RatingChange.objects.filter(
        rated__counts=True,
        rated__changes__rating=rating,
        rated__changes__side=1 - F("side"),
    )
    return counted.count(), met.values("rating").distinct().count()
