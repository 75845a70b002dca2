"""Counters of games and opponents, kept as games are counted and taken back.

Runs with the pool's `Ledger` row locked. The counters of a rating that has none yet, or that an
older version of the site has changed since, are counted anew from its history first.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

from django.db.models import F

from common.prepared import PreparedUpdate
from games.ratings.calculation import people
from games.ratings.models import Meeting, RatedGame, Rating, RatingChange

RATINGS = PreparedUpdate(
    Rating, *("value", "deviation", "volatility", "games", "opponents", "last_at", "tallied")
)
type Meetings = dict[tuple[int, int], Meeting]
"""By rating and opponent."""


def meetings_of(changes: Sequence[RatingChange]) -> Meetings:
    """Return the meetings of the people of a game with their opponents, new ones unsaved."""
    pairs = [
        (change.rating_id, other.rating_id)
        for change in people(changes)
        for other in changes
        if change.side != other.side
    ]
    for rating in {change.rating_id: change.rating for change in people(changes)}.values():
        if not rating.has_tally:
            count_anew(rating)
    rows = Meeting.objects.filter(
        rating__in={rating for rating, _opponent in pairs},
        opponent__in={opponent for _rating, opponent in pairs},
    )
    known = {(row.rating_id, row.opponent_id): row for row in rows}
    return {
        pair: known.get(pair) or Meeting(rating_id=pair[0], opponent_id=pair[1]) for pair in pairs
    }


def count(rated: RatedGame, changes: Sequence[RatingChange], by: int, meetings: Meetings) -> None:
    """Count a game (`by` is 1) or take it back (-1), and store the ratings of its people."""
    month = month_of(rated.at)
    for change in people(changes):
        rating = change.rating
        for (owner, _opponent), meeting in meetings.items():
            if owner == rating.pk:
                rating.opponents -= meeting.games > 0
                add(meeting, month, by)
                rating.opponents += meeting.games > 0
        rating.games += by
        rating.tallied = rating.tally_mark
    Meeting.objects.bulk_create(
        meetings.values(),
        update_conflicts=True,
        unique_fields=["rating", "opponent"],
        update_fields=["games", "month", "month_games"],
    )
    store(change.rating for change in people(changes))


def add(meeting: Meeting, month: date, by: int) -> None:
    """Add a game in a month to a meeting, or take it away."""
    meeting.games += by
    if meeting.month is None or month > meeting.month:
        meeting.month, meeting.month_games = month, 0
    if month == meeting.month:
        meeting.month_games += by


def store(ratings: Iterable[Rating]) -> None:
    """Write ratings of people."""
    rows = list(ratings)
    for start in range(0, len(rows), 50):
        RATINGS.write(rows[start : start + 50])


def count_anew(rating: Rating) -> None:
    """Count the games and opponents of a rating from its history."""
    counted = RatingChange.objects.filter(rating=rating, rated__counts=True)
    met = RatingChange.objects.filter(
        rated__counts=True,
        rated__changes__rating=rating,
        rated__changes__side=1 - F("side"),
    )
    meetings: dict[int, Meeting] = {}
    for opponent, at in met.values_list("rating", "rated__at"):
        meeting = meetings.setdefault(opponent, Meeting(rating=rating, opponent_id=opponent))
        add(meeting, month_of(at), 1)
    rating.meetings.all().delete()
    Meeting.objects.bulk_create(meetings.values(), 500)
    rating.games, rating.opponents = counted.count(), len(meetings)
    rating.tallied = rating.tally_mark
    store([rating])


def month_of(at: datetime) -> date:
    """Return the first day of the month of a time, in UTC."""
    return at.astimezone(UTC).date().replace(day=1)
