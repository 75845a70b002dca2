"""The benchmark of pages, small: what it fills in is what the services would have written."""

import pytest

from games.ladder.history import differences as not_as_steps_say
from games.ratings.checking import differences
from games.ratings.models import PlayerResult, Pool, Rating
from games.tables.models import Game, Seat
from tools.bench.climbing import climb
from tools.bench.crowd import Crowd
from tools.bench.leagues import Leagues
from tools.bench.measuring import MOST_QUERIES, Measured, measure
from tools.bench.pages import pages
from tools.bench.played import Past, midnight
from tools.bench.size import Size

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]

SMALL = Size(players=24, games=80, seed=3, requests=1, samples=1)


@pytest.mark.slow
def test_a_made_up_past_is_what_the_services_would_have_written_and_each_page_asks_little() -> None:
    """Both at once: filling takes some seconds."""
    crowd = Crowd(Past(SMALL, midnight()))
    crowd.fill()
    climb(crowd)
    Leagues(crowd).fill()
    assert not_as_steps_say(Pool.DAYS) == []
    for pool in Pool:
        assert differences(pool) == []
    seats = Seat.objects.filter(game__finished_at__isnull=False, user__isnull=False)
    assert seats.count() == PlayerResult.objects.count()
    assert Game.objects.filter(status="finished").count() == SMALL.games
    assert Rating.objects.filter(pool=Pool.DAYS, games__gt=0).count() > 12

    found = list(measure(pages(crowd), SMALL.requests))
    assert {one.name: one.queries for one in found if one.queries > MOST_QUERIES} == {}
    assert len(found) == len({one.name for one in found}) > 20


def test_a_past_is_the_same_for_the_same_seed() -> None:
    now = midnight()
    one, other = (list(Past(SMALL, now).games()) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("median", "queries", "missed"), [(149.9, 12, False), (150, 12, True), (10, 13, True)]
)
def test_a_target_that_is_missed(median: float, queries: int, missed: bool) -> None:
    measured = Measured("a page", median, median, queries)
    assert measured.missed == missed
    assert ("MISSED" in str(measured)) == missed
