"""Seasons and divisions by the API."""

from typing import Any

import pytest

from games.seasons.models import Fixture
from tests.seasons.season_factory import START, enrolled, finish, people, running_season

Program = pytest.importorskip("tests.api.client").Program
pytestmark = pytest.mark.django_db


def test_seasons_divisions_and_their_tables(django_assert_max_num_queries: Any) -> None:
    players = people(6)
    running_season(players)
    fixture = Fixture.objects.select_related("first__user", "game").filter(game__isnull=False)[0]
    finish(fixture.game, fixture.first.user, START)
    listed = Program().get("/seasons").json()["seasons"]
    assert (2027, 1, "running", 6) in [
        (row["year"], row["number"], row["state"], row["players"]) for row in listed
    ]
    [division] = Program().get("/seasons/2027/1").json()["divisions"]
    assert (division["level"], division["players"], division["over"]) == (1, 6, 1)
    with django_assert_max_num_queries(10):
        told = Program().get("/seasons/2027/1/1").json()
    best = told["standings"][0]
    assert (best["name"], best["points"], best["won"]) == (str(fixture.first), 3, 1)
    assert len(told["standings"]) == 6
    [over] = [row for row in told["fixtures"] if row["outcome"] is not None]
    assert (over["first"], over["outcome"]) == (str(fixture.first), "first")
    assert over["game"] == fixture.game_id


def test_a_season_that_has_not_begun_has_no_divisions() -> None:
    enrolled(people(3))
    assert Program().get("/seasons/2027/1").json()["divisions"] == []


@pytest.mark.parametrize("path", ["/2027/1", "/2027/1/1", "/99999/1", "/2027/x", "/2027/1/99999"])
def test_what_is_not_there_is_a_404(path: str) -> None:
    assert Program().get(f"/seasons{path}").status_code == 404
