"""Tournaments by the API."""

from typing import Any

import pytest

from games.tables.models import Game
from tests.tournaments.tournaments_factory import enrolled, play_round, started, user

Program = pytest.importorskip("tests.api.client").Program
pytestmark = pytest.mark.django_db


def test_a_tournament_before_and_after_its_start(django_assert_max_num_queries: Any) -> None:
    coming = enrolled(2)
    told = Program().get(f"/tournaments/{coming.pk}").json()
    assert ([row["name"] for row in told["standings"]], told["rounds"]) == (["p1", "p2"], [])
    assert Program().get(f"/tournaments/{coming.pk}/rounds/1").status_code == 404
    listed = Program().get("/tournaments?stage=enrolling").json()
    assert [(row["id"], row["players"]) for row in listed["tournaments"]] == [(coming.pk, 2)]
    assert Program().get("/tournaments?stage=finished").json()["tournaments"] == []
    assert Program().get(f"/tournaments?before={coming.pk}").json()["tournaments"] == []


def test_standings_and_rounds(django_assert_max_num_queries: Any) -> None:
    running = started(4)
    play_round(running)
    path = f"/tournaments/{running.pk}"
    with django_assert_max_num_queries(8):
        told = Program().get(path).json()
    assert told["stage"] == "running"
    assert [row["seed"] for row in told["standings"] if row["points"] == "1"] == [1, 2]
    first = Program().get(f"{path}/rounds/1").json()
    assert (first["number"], first["over"]) == (1, True)
    assert {row["score"] for row in first["tables"]} <= {"first", "second"}
    assert all(row["game"] for row in first["tables"])


def test_private_games_of_others_are_not_named() -> None:
    running = started(4)
    Game.objects.update(public=False)
    path = f"/tournaments/{running.pk}/rounds/1"
    assert all(row["game"] is None for row in Program().get(path).json()["tables"])
    own = [row["game"] for row in Program(user("p1")).get(path).json()["tables"]]
    assert len([game for game in own if game]) == 1


@pytest.mark.parametrize("path", ["/1", f"/{2**70}", "/x", "/1/rounds/1"])
def test_what_is_not_there_is_a_404(path: str) -> None:
    assert Program().get(f"/tournaments{path}").status_code == 404
