"""Plans, notes and notifications of one's own; proposals, time, rematches, reviews, pictures."""

from typing import Any

import pytest

from accounts.models import User
from engine import Event
from engine.analysis.review import Label, PlannedAnswer, TurnReview
from games.clock import BANK
from games.endpoints.access import Scope
from games.notifications.models import NotificationSettings
from games.review.models import Review, State
from games.review.stored import turn_to_json
from games.tables.models import Game, Status
from tests.api.client import Program
from tests.api.test_reading import problem
from tests.api.test_writing import refused
from tests.support.factories import everything, finished_game, player, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    return running_game(ada, ben, answers=4, pace=BANK)


def waiting_player(game: Game) -> User:
    """Return the player who waits for the other one."""
    user = game.seats.get(asked=False).user
    assert user is not None
    return user


# --- the own things ---


def test_a_plan_is_kept_for_its_player_alone(game: Game) -> None:
    program, path = Program(waiting_player(game)), f"/games/{game.pk}/plan"
    empty = program.get(path).json()
    assert (empty["answers"], empty["kept"]) == ([], False)
    version, option = game.version, empty["options"][0]
    kept = program.send("PUT", path, {"answers": [option]}).json()
    assert (kept["answers"], kept["kept"]) == ([option], True)
    assert kept["sentences"][0]
    assert program.get(path).json() == kept
    game.refresh_from_db()
    assert game.version == version
    assert "plan" not in Program().get(f"/games/{game.pk}").content.decode()
    assert program.delete(path).json()["answers"] == []


def test_a_plan_that_is_refused_leaves_the_old_one(game: Game, ada: User, ben: User) -> None:
    mine = Program(waiting_player(game))
    theirs = Program(game.seats.get(asked=True).user)
    path = f"/games/{game.pk}/plan"
    mine.send("PUT", path, {"answers": mine.get(path).json()["options"][:1]})
    before = everything()
    for program, data, status, code in (
        (mine, {"answers": ["recruit nobody"]}, 409, "illegal_action"),
        (mine, {"answers": []}, 422, "invalid"),
        (theirs, {"answers": ["pass"]}, 409, "table_changed"),
        (Program(player("eve")), {"answers": ["pass"]}, 403, "not_playing"),
        (Program(ada, Scope.READ), {"answers": ["pass"]}, 403, "missing_scope"),
        (Program(), {"answers": ["pass"]}, 401, "unauthenticated"),
    ):
        answered = program.send("PUT", path, data)
        refused(answered, status, code, before)
    assert mine.get(path).json()["kept"]
    problem(Program(player("fay")).get(path), 403, "not_playing")
    problem(Program().get(path), 401, "unauthenticated")


def test_notes_are_ones_own(game: Game, ada: User, ben: User) -> None:
    path = f"/games/{game.pk}/notes"
    assert Program(ada).send("PUT", path, {"notes": "he likes Mars"}).status_code == 200
    assert Program(ada).get(path).json() == {"notes": "he likes Mars"}
    assert Program(ben).get(path).json() == {"notes": ""}
    eve = Program(player("eve"))
    before = everything()
    refused(Program(ada).send("PUT", path, {"notes": "x" * 4001}), 422, "invalid", before)
    refused(eve.send("PUT", path, {"notes": "x"}), 403, "not_playing", before)
    refused(eve.get(path), 403, "not_playing", before)
    refused(Program().get(path), 401, "unauthenticated", before)


def test_a_game_notifies_as_insistently_as_its_player_says(game: Game, ada: User) -> None:
    path = f"/games/{game.pk}/notifications"
    assert Program(ada, Scope.NOTIFY).send("PUT", path, {"level": "mute"}).status_code == 200
    assert game.seats.get(user=ada).notifications == "mute"
    eve = Program(player("eve"), Scope.NOTIFY)
    before = everything()
    refused(eve.send("PUT", path, {"level": "mute"}), 403, "not_playing", before)
    refused(Program(ada).send("PUT", path, {"level": "mute"}), 403, "missing_scope", before)
    loud = Program(ada, Scope.NOTIFY).send("PUT", path, {"level": "loud"})
    problem(loud, 422, "invalid")


def test_notification_settings_change_in_what_is_named(ada: User) -> None:
    program, path = Program(ada, Scope.NOTIFY, Scope.READ), "/me/notifications"
    first = program.get(path).json()
    assert first["topics"]["talk"]
    changes = {
        "mail_after": 5,
        "quiet": "own",
        "quiet_from": "23:30",
        "quiet_to": "06:00",
        "alarms": [50, 5],
        "topics": {"talk": {"mail": not first["topics"]["talk"]["mail"]}},
    }
    changed = program.send("PATCH", path, changes)
    assert changed.status_code == 200, changed.content
    now = program.get(path).json()
    assert now == changed.json()
    assert {name: now[name] for name in changes if name != "topics"} == {
        name: value for name, value in changes.items() if name != "topics"
    }
    assert now["topics"]["talk"]["mail"] != first["topics"]["talk"]["mail"]
    assert {key: now[key] for key in ("digest", "digest_at", "digest_day")} == {
        key: first[key] for key in ("digest", "digest_at", "digest_day")
    }
    assert program.send("PATCH", path, {}).json() == now
    preset = program.send("PATCH", path, {"preset": first["preset"]}).json()
    assert preset["topics"] == first["topics"]
    assert preset["mail_after"] == 5


@pytest.mark.parametrize(
    "data",
    [
        {"mail_after": -1},
        {"quiet": "own", "quiet_from": "22:00", "quiet_to": "22:00"},
        {"quiet_from": "25:00"},
        {"alarms": [49]},
        {"digest": "hourly"},
        {"digest_day": 7},
        {"preset": "nothing"},
        {"preset": "turns", "alarms": [49]},
        {"preset": "turns", "topics": {"nothing": {"mail": True}}},
        {"topics": {"talk": {"telex": True}}},
        {"topics": {"nothing": {"mail": True}}},
    ],
)
def test_impossible_notification_settings_change_nothing(ada: User, data: dict[str, Any]) -> None:
    program = Program(ada, Scope.NOTIFY, Scope.READ)
    problem(program.send("PATCH", "/me/notifications", data), 422, "invalid")
    assert not NotificationSettings.objects.exists()
    problem(Program(ada).send("PATCH", "/me/notifications", {}), 403, "missing_scope")
    problem(Program().get("/me/notifications"), 401, "unauthenticated")


# --- agreements ---


def test_a_pause_is_proposed_declined_and_agreed_on(game: Game, ada: User, ben: User) -> None:
    path = f"/games/{game.pk}/proposal"
    assert Program(ada).post(path, {"kind": "pause"}).status_code == 200
    offer = Program(ben).get(f"/games/{game.pk}").json()["proposal"]
    assert (offer["side"], offer["kind"]) == (game.seats.get(user=ada).side, "pause")
    problem(Program(ada).post(f"{path}/accept"), 403, "forbidden")
    assert Program(ben).delete(path).status_code == 200
    assert Program(ben).get(f"/games/{game.pk}").json()["proposal"] is None
    problem(Program(ben).post(f"{path}/accept"), 409, "conflict")
    Program(ada).post(path, {"kind": "pause"})
    assert Program(ben).post(f"{path}/accept").status_code == 200
    game.refresh_from_db()
    assert game.paused_until is not None


def test_another_pace_and_more_time(game: Game, ada: User, ben: User) -> None:
    path = f"/games/{game.pk}"
    pace = {"start": 86400, "increment": 86400, "most": 172800}
    assert Program(ada).post(f"{path}/proposal", {"kind": "pace", "pace": pace}).status_code == 200
    offer = Program(ben).get(path).json()["proposal"]
    assert offer["pace"]["start"] == 86400
    assert Program(ben).post(f"{path}/time", {"hours": 24}).status_code == 200


def test_refused_agreements_change_nothing(game: Game, ada: User) -> None:
    eve, path = Program(player("eve")), f"/games/{game.pk}"
    before = everything()
    for program, part, data, status, code in (
        (Program(ada), "proposal", {"kind": "resume"}, 409, "conflict"),
        (Program(ada), "proposal", {"kind": "peace"}, 422, "invalid"),
        (Program(ada), "proposal", {"kind": "pace", "pace": {"start": 1, "increment": 1}}, 422, ""),
        (Program(ada), "proposal/accept", None, 409, "conflict"),
        (Program(ada), "time", {"hours": 1}, 422, "invalid"),
        (Program(ada), "draw", None, 409, "conflict"),
        (Program(ada), "takeover", None, 409, "conflict"),
        (Program(ada), "rematch", None, 409, "conflict"),
        (eve, "proposal", {"kind": "pause"}, 403, "not_playing"),
        (eve, "draw", None, 403, "not_playing"),
        (eve, "rematch", None, 403, "forbidden"),
        (Program(), "proposal", {"kind": "pause"}, 401, "unauthenticated"),
    ):
        refused(program.post(f"{path}/{part}", data), status, code or "bad_pace", before)


def test_a_rematch_is_asked_for_and_joined(ada: User, ben: User) -> None:
    over = finished_game(ada, ben)
    asked = Program(ada).post(f"/games/{over.pk}/rematch").json()
    assert asked["status"] == Status.OPEN
    joined = Program(ben).post(f"/games/{over.pk}/rematch").json()
    assert (joined["game"], joined["status"]) == (asked["game"], Status.RUNNING)


# --- reviews and pictures ---


def test_a_review_is_asked_for_once(ada: User, ben: User, game: Game) -> None:
    over = finished_game(ada, ben)
    path = f"/games/{over.pk}/review"
    Review.objects.all().delete()
    assert Program().get(path).json() == {"state": "none", "turns": []}
    assert Program(ada).post(path).json()["state"] == "queued"
    assert Program().get(path).json()["state"] == "queued"
    problem(Program().get(f"/games/{game.pk}/review"), 409, "conflict")
    before = everything()
    refused(Program(ada).post(f"/games/{game.pk}/review"), 409, "conflict", before)
    refused(Program().post(path), 401, "unauthenticated", before)
    hidden = finished_game(ada, ben, public=False)
    problem(Program().get(f"/games/{hidden.pk}/review"), 404, "not_found")


def test_a_review_says_what_would_have_been_better(ada: User, ben: User) -> None:
    over = finished_game(ada, ben)
    Review.objects.all().delete()
    turn = TurnReview(
        number=1,
        seat=0,
        before=2,
        last=3,
        chance=0.4,
        loss=0.25,
        open_loss=0.25,
        luck=0.0,
        label=Label.BLUNDER,
        missed_win=False,
        played=(PlannedAnswer("pass", "turn"),),
        played_events=tuple(map(Event.from_json, over.moves.get(seq=3).events)),
        better=(PlannedAnswer("recruit nero", "turn"),),
    )
    Review.objects.create(game=over, state=State.DONE, turns=[turn_to_json(turn)])
    told = Program().get(f"/games/{over.pk}/review").json()
    assert told["state"] == "done"
    [judged] = told["turns"]
    assert (judged["label"], judged["loss"]) == ("blunder", 0.25)
    assert judged["better"] == ["recruit nero"]
    assert "Nero" in judged["better_sentences"][0]
    assert judged["happened"]


def test_the_pictures_of_a_game(game: Game, ada: User, ben: User) -> None:
    for kind, media_type in (("svg", "image/svg+xml"), ("png", "image/png")):
        path = f"/games/{game.pk}/picture.{kind}"
        drawn = Program().get(path)
        assert (drawn.status_code, drawn["Content-Type"]) == (200, media_type)
        assert drawn.content
        again = Program().get(path, **{"if-none-match": drawn["ETag"]})
        assert again.status_code == 304
        problem(Program().get(f"{path}?seq=1000"), 404, "not_found")
    earlier = Program().get(f"/games/{game.pk}/picture.svg?seq=0")
    assert earlier.content != Program().get(f"/games/{game.pk}/picture.svg").content
    hidden = running_game(ada, ben, public=False)
    problem(Program().get(f"/games/{hidden.pk}/picture.svg"), 404, "not_found")
    assert Program(ada).get(f"/games/{hidden.pk}/picture.svg").status_code == 200
