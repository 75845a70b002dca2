"""Finding a game by the API."""

from typing import Any

import pytest

from accounts.models import User
from games.matchmaking.models import GameSearch
from games.tables.models import Game
from tests.support.factories import guest, player

Program = pytest.importorskip("tests.api.client").Program
pytestmark = pytest.mark.django_db

PATH = "/me/searches"


def rows() -> list[Any]:
    """Return all searches and tables."""
    return [list(model.objects.order_by("pk").values()) for model in (GameSearch, Game)]


def test_two_searches_find_a_game(ada: User, ben: User) -> None:
    mine = Program(ada).post(PATH, {"pace": "bank"})
    assert mine.status_code == 201, mine.content
    assert (mine.json()["state"], mine.json()["game"]) == ("waiting", None)
    assert Program(ada).get(PATH).json()["searches"] == [mine.json()]
    theirs = Program(ben).post(PATH, {"pace": "bank"}).json()
    assert theirs["state"] == "found"
    assert Program(ben).get(f"/games/{theirs['game']}").json()["status"] == "running"


def test_a_live_search_stays_and_stops(ada: User) -> None:
    search = Program(ada).post(PATH, {"pace": "live-5", "reach": 200}).json()
    assert search["pace"]["live"]
    stayed = Program(ada).post(f"{PATH}/stay").json()["searches"]
    assert [row["id"] for row in stayed] == [search["id"]]
    path = f"{PATH}/{search['id']}"
    assert Program(ada).delete(path).json()["searches"] == []
    assert Program(ada).delete(path).status_code == 200
    assert GameSearch.objects.get().state == GameSearch.State.STOPPED


def test_refusals_change_nothing(ada: User) -> None:
    search = Program(ada).post(PATH, {"pace": "live-5"}).json()
    before = rows()
    eve = Program(player("eve"))
    for response, status, code in (
        (Program(ada).post(PATH, {"pace": "live-3", "reach": 100}), 409, "conflict"),
        (Program(ada).post(PATH, {"pace": "never"}), 422, "bad_pace"),
        (Program(ada).post(PATH, {"pace": "bank", "reach": 7}), 422, "invalid"),
        (Program(guest()).post(PATH, {"pace": "bank"}), 403, "forbidden"),
        (Program(ada, "play").post(PATH, {"pace": "bank"}), 403, "missing_scope"),
        (Program().post(PATH, {"pace": "bank"}), 401, "unauthenticated"),
        (eve.delete(f"{PATH}/{search['id']}"), 404, "not_found"),
        (eve.delete(f"{PATH}/{2**70}"), 404, "not_found"),
    ):
        assert (response.status_code, response.json()["code"]) == (status, code), response.content
        assert rows() == before
    assert eve.get(PATH).json() == {"searches": []}
