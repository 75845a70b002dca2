"""The games of ratings in the order of their pool."""

from collections.abc import Collection, Sequence

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from games.ratings.models import Pool, RatedGame, Rating, RatingChange, RatingState

CHANGES = Prefetch(
    "changes", RatingChange.objects.select_related("rating").order_by("pk"), to_attr="calculated"
)


def games_from(pool: Pool, place: int, most: int) -> list[tuple[RatedGame, list[RatingChange]]]:
    """Return the games of a pool from a place on, with their changes as `changes_of` does.

    All changes of a rating have the same row of it.
    """
    games = RatedGame.objects.filter(pool=pool, place__gte=place).order_by("place")
    return with_changes(list(games.prefetch_related(CHANGES)[:most]))


def with_changes(games: Sequence[RatedGame]) -> list[tuple[RatedGame, list[RatingChange]]]:
    """Return games with their changes, which were prefetched by `CHANGES`."""
    ratings: dict[int, Rating] = {}
    rows = []
    for rated in games:
        changes: list[RatingChange] = getattr(rated, "calculated")  # noqa: B009
        for change in changes:
            change.rated = rated
            change.rating = ratings.setdefault(change.rating_id, change.rating)
        rows.append((rated, changes))
    return rows


def changes_of(rated: RatedGame) -> list[RatingChange]:
    """Return a game's rating changes in the order of their calculation."""
    changes = list(rated.changes.select_related("rating").order_by("pk"))
    for change in changes:
        change.rated = rated
    return changes


def states_before(ratings: Collection[int], place: int) -> dict[int, RatingState]:
    """Return the states of some ratings before a place in their pool."""
    earlier = RatingChange.objects.filter(rating=OuterRef("pk"), place__lt=place)
    states = dict.fromkeys(ratings, RatingState())
    for change in _one_each(ratings, earlier.order_by("-place")):
        states[change.rating_id] = change.state_after
    return states


def changes_after(ratings: Collection[int], place: int) -> dict[int, RatingChange]:
    """Return the first change of each rating after a place in their pool, if there is one."""
    later = RatingChange.objects.filter(rating=OuterRef("pk"), place__gt=place)
    return {change.rating_id: change for change in _one_each(ratings, later.order_by("place"))}


def fill_places(pool: Pool) -> None:
    """Fill in the places that a version of the site without the column has not written."""
    place = RatedGame.objects.filter(pk=OuterRef("rated")).values("place")
    RatingChange.objects.filter(place=None, rated__pool=pool).update(place=Subquery(place))


def _one_each(ratings: Collection[int], changes: QuerySet[RatingChange]) -> list[RatingChange]:
    """Return the first of some changes for each rating; an index finds each of them."""
    if not ratings:
        return []
    first = Rating.objects.filter(pk__in=ratings).values_list(Subquery(changes.values("pk")[:1]))
    return list(RatingChange.objects.filter(pk__in=first).select_related("rated"))
