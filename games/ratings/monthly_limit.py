"""The limit of counted games between the same opponents in a pool and a calendar month (UTC)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import F

from games.ratings.meetings import Meetings, month_of
from games.ratings.models import RatedGame, RatingChange
from games.ratings.rules import A_MONTH

type PairInMonth = tuple[int, int, date]


def is_free(rated: RatedGame, changes: Sequence[RatingChange], meetings: Meetings) -> bool:
    """Whether a new game, the last of its pool, counts."""
    month = month_of(rated.at)
    rows = meetings.values()
    if any(meeting.month is not None and meeting.month > month for meeting in rows):
        return MonthlyLimit().allows(rated, changes)  # it ended long ago, and is rated only now
    return all(meeting.month_games < A_MONTH for meeting in rows if meeting.month == month)


class MonthlyLimit:
    """The games of pairs of opponents in a month, each pair read once."""

    def __init__(self) -> None:
        self._games: dict[PairInMonth, dict[int, bool]] = {}

    def allows(self, rated: RatedGame, changes: Sequence[RatingChange]) -> bool:
        """Whether no two opponents of a game have reached the limit before it."""
        return all(
            sum(counts for place, counts in games.items() if place < rated.place) < A_MONTH
            for games in self._of(rated, changes)
        )

    def changed(self, rated: RatedGame, changes: Sequence[RatingChange]) -> set[int]:
        """Note that a game counts now, or no more; return the later places to be checked again."""
        later = set()
        for games in self._of(rated, changes):
            games[rated.place] = rated.counts
            later |= {
                place
                for place, counts in games.items()
                if place > rated.place and counts == rated.counts
            }
        return later

    def _of(self, rated: RatedGame, changes: Sequence[RatingChange]) -> Iterator[dict[int, bool]]:
        """Yield whether each game of the month counts, by place, for each two opponents."""
        month = month_of(rated.at)
        for change in changes:
            for other in changes:
                if change.side < other.side:
                    pair = (change.rating_id, other.rating_id, month)
                    if pair not in self._games:
                        self._games[pair] = _games_of(change, other.rating_id, month)
                    yield self._games[pair]


def _games_of(change: RatingChange, other: int, month: date) -> dict[int, bool]:
    start = datetime.combine(month, time(), UTC)
    games = RatingChange.objects.filter(
        rating=change.rating_id,
        rated__at__gte=start,
        rated__at__lt=datetime.combine(month_of(start + timedelta(days=31)), time(), UTC),
        rated__changes__rating=other,
        rated__changes__side=1 - F("side"),
    )
    return dict(games.values_list("rated__place", "rated__counts"))
