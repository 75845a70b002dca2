"""The ladders by the API: places, steps, challenges."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.ladder import bots
from games.ladder.models import Challenge, LadderStep, Rung
from games.ratings.models import Pool
from tests.ladder.ladders import here, on_ladder
from tests.support.factories import guest, player

Program = pytest.importorskip("tests.api.client").Program
pytestmark = pytest.mark.django_db


def rows() -> list[Any]:
    """Return all rows of the ladders."""
    return [list(model.objects.order_by("pk").values()) for model in (Rung, Challenge, LadderStep)]


def refused(response: Any, status: int, code: str, before: list[Any]) -> None:
    """Check a problem that has changed nothing."""
    assert (response.status_code, response.json()["code"]) == (status, code), response.content
    assert rows() == before


def test_a_ladder_is_read_from_the_top_in_pages(django_assert_max_num_queries: Any) -> None:
    on_ladder("ada", "bob", "cleo")
    with django_assert_max_num_queries(7):
        told = Program().get("/ladders/days").json()
    assert [(row["place"], row["name"]) for row in told["places"]] == [
        (1, "ada"),
        (2, "bob"),
        (3, "cleo"),
    ]
    assert (told["members"], told["next"]) == (3, None)
    assert [row["name"] for row in Program().get("/ladders/days?after=2").json()["places"]] == [
        "cleo"
    ]
    assert Program().get("/ladders/live").json()["places"] == []
    assert Program().get("/ladders/teams").status_code == 404


def test_a_member_has_steps() -> None:
    on_ladder("ada", "bob")
    told = Program().get("/ladders/days/players/BOB").json()
    assert (told["name"], told["place"], told["best"]) == ("bob", 2, 2)
    assert [(step["reason"], step["after"]) for step in told["steps"]] == [("joined", 2)]
    assert Program().get("/ladders/days/players/eve").status_code == 404


def test_joining_and_leaving(ada: User) -> None:
    program, path = Program(ada), "/me/ladders/days"
    assert program.get(path).json()["place"] is None
    assert program.send("PUT", path, {}).json()["place"] == 1
    assert program.send("PUT", path, {"at_once": True}).json()["at_once"]
    assert Rung.objects.get().at_once
    assert program.delete(path).json()["place"] is None
    before = rows()
    refused(Program(guest()).send("PUT", path, {}), 403, "forbidden", before)
    refused(Program(ada, "play").send("PUT", path, {}), 403, "missing_scope", before)
    refused(Program().send("PUT", path, {}), 401, "unauthenticated", before)


def test_a_challenge_is_sent_accepted_and_withdrawn() -> None:
    ada, bob, cleo = on_ladder("ada", "bob", "cleo")
    sent = Program(bob).post("/ladders/days/challenges", {"player": "ADA"})
    assert sent.status_code == 201
    told = sent.json()
    assert (told["challenger"], told["challenged"], told["state"]) == ("bob", "ada", "waiting")
    assert Program(ada).get("/me/ladders/days").json()["challenges"] == [told]
    before = rows()
    path = f"/challenges/{told['id']}"
    refused(Program(cleo).post(f"{path}/accept"), 403, "forbidden", before)
    refused(Program(ada).post(f"{path}/decline"), 409, "conflict", before)
    refused(Program(cleo).delete(path), 403, "forbidden", before)
    refused(Program().post(f"{path}/accept"), 401, "unauthenticated", before)
    refused(Program(ada).post("/challenges/99/accept"), 404, "not_found", before)
    refused(Program(ada).post(f"/challenges/{2**70}/accept"), 404, "not_found", before)
    accepted = Program(ada).post(f"{path}/accept").json()
    assert accepted["state"] == "running"
    assert accepted["game"] is not None
    other = Program(cleo).post("/ladders/days/challenges", {"player": "bob"}).json()
    assert Program(cleo).delete(f"/challenges/{other['id']}").json()["state"] == "withdrawn"


def test_a_challenge_that_is_not_possible_changes_nothing() -> None:
    ada, _bob = on_ladder("ada", "bob")
    before = rows()
    path = "/ladders/days/challenges"
    refused(Program(ada).post(path, {"player": "bob"}), 409, "conflict", before)
    refused(Program(ada).post(path, {"player": "nobody"}), 404, "not_found", before)
    refused(Program(player("eve")).post(path, {"player": "ada"}), 409, "conflict", before)
    refused(Program(ada).post(path, {}), 404, "not_found", before)
    refused(Program(ada).post(path, {"player": 1}), 422, "invalid", before)
    refused(Program(ada).post(path, {"bot": "nobody"}), 404, "not_found", before)


def test_a_bot_is_challenged_and_its_game_starts_at_once() -> None:
    bots.mind_the_bots(timezone.now())
    (ada,) = on_ladder("ada")
    bot = Program().get("/ladders/days").json()["places"][-2]
    assert (bot["bot"], bot["name"], bot["rating"]) == ("meteor", "Bot Meteor", bot["rating"])
    sent = Program(ada).post("/ladders/days/challenges", {"bot": bot["bot"]})
    assert sent.status_code == 201, sent.content
    made = sent.json()
    assert (made["challenged"], made["place"], made["state"]) == (
        "Bot Meteor",
        bot["place"],
        "running",
    )
    game = Program(ada).get(f"/games/{made['game']}").json()
    assert [seat["bot"] for seat in game["seats"] if seat["bot"]] == ["meteor"]
    assert Program(ada).get("/me/ladders/days").json()["challenges"] == [made]
    before = rows()
    again = Program(ada).post("/ladders/days/challenges", {"bot": bot["bot"]})
    assert (again.status_code, again.json()["id"]) == (201, made["id"])
    refused(
        Program(ada).post("/ladders/days/challenges", {"bot": "zenith"}), 409, "conflict", before
    )


def test_a_live_challenge_is_declined() -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    for user in (ada, bob):
        here(user, timezone.now())
    sent = Program(bob).post("/ladders/live/challenges", {"player": "ada"})
    assert sent.status_code == 201, sent.content
    path = f"/challenges/{sent.json()['id']}/decline"
    assert Program(ada).post(path).json()["state"] == "declined"
