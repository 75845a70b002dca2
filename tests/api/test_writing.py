"""Writing by the API: a refusal changes nothing, and nothing is played or opened twice."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.api import idempotency
from games.api.models import ApiToken, IdempotentWrite
from games.api.tasks import forget_old_answers
from games.endpoints.access import Scope
from games.tables.models import Game, Message, Status
from tests.api.client import Program
from tests.api.test_reading import problem
from tests.support.factories import everything, guest, legal_answer, player, running_game, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    return running_game(ada, ben, answers=4)


def refused(response: Any, status: int, code: str, before: list[Any]) -> None:
    """Check a problem that has changed nothing."""
    problem(response, status, code)
    assert everything() == before


def test_a_program_plays_until_its_turn_is_over(game: Game) -> None:
    while True:
        seat, action = legal_answer(game)
        assert seat.user is not None
        program = Program(seat.user)
        told = program.get(f"/games/{game.pk}").json()
        assert action in told["answers"]
        data = {"seq": told["seq"], "answers": [action]}
        done = program.post(f"/games/{game.pk}/answers", data)
        assert done.status_code == 200
        game.refresh_from_db()
        assert done.json()["seq"] == game.seq == told["seq"] + 1
        assert done.json()["version"] == game.version
        if game.seq >= 10:
            break


def test_the_mulligan_is_an_answer(ada: User, ben: User) -> None:
    begun = running_game(ada, ben)
    for user in (ada, ben):
        program = Program(user)
        told = program.get(f"/games/{begun.pk}").json()
        cards = told["view"]["hands"][told["seat"]]["cards"]
        data = {"seq": 0, "answers": [f"redraw {cards[0]}"]}
        assert program.post(f"/games/{begun.pk}/answers", data).status_code == 200
    begun.refresh_from_db()
    assert begun.seq == 2


def test_the_same_answers_again_change_nothing(game: Game) -> None:
    seat, action = legal_answer(game)
    assert seat.user is not None
    data = {"seq": game.seq, "answers": [action]}
    program = Program(seat.user)
    first = program.post(f"/games/{game.pk}/answers", data)
    before = everything()
    again = program.post(f"/games/{game.pk}/answers", data)
    assert again.status_code == 200
    assert again.json() == first.json()
    assert everything() == before


def test_refused_answers_change_nothing(game: Game, ada: User, ben: User) -> None:
    seat, action = legal_answer(game)
    mine = Program(seat.user)
    theirs = Program(ben if seat.user == ada else ada)
    path, now = f"/games/{game.pk}/answers", game.seq
    before = everything()
    cases: list[tuple[Program, dict[str, Any], int, str]] = [
        (mine, {"seq": now - 1, "answers": [action]}, 409, "table_changed"),
        (mine, {"seq": now, "answers": ["recruit nobody"]}, 422, "malformed_action"),
        (mine, {"seq": now, "answers": ["planet venus"]}, 409, "illegal_action"),
        (mine, {"seq": now, "answers": [action, "planet venus", action]}, 409, "illegal_action"),
        (theirs, {"seq": now, "answers": [action]}, 409, "not_your_turn"),
        (Program(player("eve")), {"seq": now, "answers": [action]}, 403, "not_playing"),
        (Program(seat.user, Scope.READ), {"seq": now, "answers": [action]}, 403, "missing_scope"),
        (Program(), {"seq": now, "answers": [action]}, 401, "unauthenticated"),
        (mine, {"seq": now, "answers": []}, 422, "invalid"),
        (mine, {"seq": "x", "answers": [action]}, 422, "invalid"),
        (mine, {"seq": now, "answers": [action], "sqe": 1}, 422, "invalid"),
    ]
    for program, data, status, code in cases:
        if code == "illegal_action" and len(data["answers"]) == 3:
            with_two = program.post(path, data)
            assert with_two.status_code == 409
            assert everything() == before
            continue
        refused(program.post(path, data), status, code, before)


def test_a_session_writes_nothing(client: Client, game: Game) -> None:
    """So there is no request that another site could forge."""
    seat, action = legal_answer(game)
    assert seat.user is not None
    client.force_login(seat.user)
    before = everything()
    answered = client.post(
        f"/api/v1/games/{game.pk}/answers",
        {"seq": game.seq, "answers": [action]},
        content_type="application/json",
    )
    refused(answered, 401, "unauthenticated", before)


def test_resigning_aborting_and_looking(ada: User, ben: User) -> None:
    one, two = running_game(ada, ben, answers=4), running_game(ada, ben)
    program = Program(ada)
    assert program.post(f"/games/{one.pk}/look").status_code == 200
    assert one.seats.get(user=ada).seen_seq == one.seq
    assert program.post(f"/games/{one.pk}/resign").json()["status"] == Status.FINISHED
    assert program.post(f"/games/{two.pk}/abort").json()["status"] == Status.ABORTED
    problem(program.post(f"/games/{one.pk}/resign"), 409, "game_over")
    problem(Program(player("eve")).post(f"/games/{one.pk}/look"), 403, "not_playing")


def test_reading_is_no_look(game: Game, ada: User) -> None:
    game.seats.update(seen_seq=0, seen_at=None)
    Program(ada).get(f"/games/{game.pk}")
    assert game.seats.get(user=ada).seen_at is None


def test_the_chat_takes_lines_of_players(game: Game, ada: User) -> None:
    path = f"/games/{game.pk}/chat"
    done = Program(ada).post(path, {"text": "well played"})
    assert done.status_code == 201
    assert Message.objects.get(pk=done.json()["id"]).text == "well played"
    before = everything()
    refused(Program(ada).post(path, {"text": " "}), 422, "invalid", before)
    refused(Program(player("eve")).post(path, {"text": "hi"}), 403, "forbidden", before)
    refused(Program(ada, Scope.PLAY).post(path, {"text": "hi"}), 403, "missing_scope", before)


def test_a_table_is_opened_joined_left_and_closed(ada: User, ben: User) -> None:
    opened = Program(ada).post("/tables", {"pace": None})
    assert opened.status_code == 201
    number = opened.json()["game"]
    assert opened["Location"] == f"/api/v1/games/{number}"
    game = Game.objects.get(pk=number)
    assert (game.status, game.pace, game.public) == (Status.OPEN, None, True)
    problem(Program(ben).delete(f"/tables/{number}/seat"), 403, "forbidden")
    assert Program(ben).post(f"/tables/{number}/seat", {}).json()["status"] == Status.RUNNING
    problem(Program(ben).delete(f"/tables/{number}/seat"), 409, "conflict")
    other = Program(ada).post("/tables", {})
    closed = Program(ada).delete(f"/tables/{other.json()['game']}")
    assert closed.json()["status"] == Status.CANCELLED


def test_a_private_table_needs_its_link(ada: User, ben: User) -> None:
    data = {"access": "link", "public": False}
    made = Program(ada).post("/tables", data).json()
    path = f"/tables/{made['game']}/seat"
    problem(Program(ben).post(path, {}), 404, "not_found")
    assert Program(ben).post(path, {"link": made["link"]}).json()["status"] == Status.RUNNING


def test_bots_and_invited_players_sit_down(ada: User, ben: User) -> None:
    program = Program(ada)
    against_bot = program.post("/tables", {"others": [{"bot": "noisy"}]}).json()
    assert against_bot["status"] == Status.RUNNING
    invited = program.post("/tables", {"others": [{"player": "BEN"}], "seat": 1}).json()
    game = Game.objects.get(pk=invited["game"])
    assert game.seats.get(number=0).invited == ben
    problem(Program(player("eve")).post(f"/tables/{game.pk}/seat", {}), 403, "forbidden")
    assert Program(ben).post(f"/tables/{game.pk}/seat", {}).json()["status"] == Status.RUNNING


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"players": 3}, "invalid"),
        ({"others": []}, "invalid"),
        ({"others": [{"bot": "nobody"}]}, "invalid"),
        ({"others": [{"player": "nobody"}]}, "no_such_player"),
        ({"others": [{"player": "Guest-1"}]}, "no_such_player"),
        ({"others": [{"player": "ben", "bot": "noisy"}]}, "invalid"),
        ({"pace": {"start": 1, "increment": 1}}, "bad_pace"),
        ({"boards": "XYZ"}, "invalid"),
        ({"rated": True, "secret_agents": True}, "invalid"),
    ],
)
def test_impossible_tables_are_refused(ada: User, ben: User, data: Any, code: str) -> None:
    guest()
    problem(Program(ada).post("/tables", data), 422, code)
    assert not Game.objects.exists()


def test_a_key_makes_a_write_happen_once(ada: User) -> None:
    program = Program(ada, **{"idempotency-key": "one"})
    first, again = (program.post("/tables", {}) for _ in range(2))
    assert again.content == first.content
    assert (again.status_code, again["Location"]) == (201, first["Location"])
    assert again["Idempotency-Replayed"] == "true"
    assert Game.objects.count() == 1
    problem(program.post("/tables", {"public": False}), 422, "idempotency_key_reused")
    assert (
        Program(player("eve"), **{"idempotency-key": "one"}).post("/tables", {}).status_code == 201
    )
    assert Game.objects.count() == 2


def test_each_token_has_keys_of_its_own(ada: User) -> None:
    answers = [Program(ada, **{"idempotency-key": "one"}).post("/tables", {}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert Game.objects.count() == 2


def test_a_kept_answer_needs_the_right_of_its_write(ada: User) -> None:
    program = Program(ada, **{"idempotency-key": "one"})
    assert program.post("/tables", {}).status_code == 201
    ApiToken.objects.update(scopes=[Scope.READ])
    for data in ({}, {"public": False}):
        problem(program.post("/tables", data), 403, "missing_scope")
    weaker = Program(ada, Scope.READ, **{"idempotency-key": "one"})
    problem(weaker.post("/tables", {}), 403, "missing_scope")


def test_a_refused_write_can_be_sent_again_with_its_key(ada: User, ben: User) -> None:
    opened = table(ben, None, status=Status.CANCELLED)
    program = Program(ada, **{"idempotency-key": "one"})
    problem(program.post(f"/tables/{opened.pk}/seat", {}), 409, "conflict")
    assert not IdempotentWrite.objects.exists()
    Game.objects.update(status=Status.OPEN)
    assert program.post(f"/tables/{opened.pk}/seat", {}).status_code == 200


@pytest.mark.parametrize("key", ["", "x" * 101, "a b", "é"])
def test_an_odd_key_is_refused(ada: User, key: str) -> None:
    problem(
        Program(ada, **{"idempotency-key": key}).post("/tables", {}), 422, "bad_idempotency_key"
    )


def test_kept_answers_are_deleted_after_a_day(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    Program(ada, **{"idempotency-key": "one"}).post("/tables", {})
    forget_old_answers()
    assert IdempotentWrite.objects.exists()
    monkeypatch.setattr(idempotency, "KEPT", idempotency.KEPT * 0)
    forget_old_answers()
    assert not IdempotentWrite.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 422),
        (b"null", "application/json", 422),
        (b'"x"', "application/json", 422),
        (b"[" * 50_000, "application/json", 400),
        (b'{"seq": NaN, "answers": ["x"]}', "application/json", 422),
        (b'{"seq": 1e400, "answers": ["x"]}', "application/json", 422),
        (b'{"seq": true, "answers": {}}', "application/json", 422),
        (b'{"seq": -1, "answers": ["x"]}', "application/json", 422),
        (b'{"seq": 1, "answers": ["\\u0000"]}', "application/json", 400),
        (b'{"seq": 1, "answers": [null, 1, []]}', "application/json", 422),
        (b"\xff\xfe", "application/json", 400),
        (b"seq=1", "application/x-www-form-urlencoded", 415),
        (b"--x--", "multipart/form-data; boundary=x", 415),
        (b"{}", "text/plain", 415),
    ],
)
def test_odd_bodies_are_problems(
    game: Game, ada: User, body: bytes, kind: str, status: int
) -> None:
    program = Program(ada)
    before = everything()
    for path in ("answers", "chat", "resign"):
        answered = program.client.generic(
            "POST", f"/api/v1/games/{game.pk}/{path}", body, kind, headers=program.headers
        )
        if path == "answers":
            assert answered.status_code == status, answered.content
        if path != "resign":
            assert 400 <= answered.status_code < 500
            assert answered.json()["status"] == answered.status_code
            assert everything() == before


def test_a_closed_account_and_a_revoked_token_end_it(game: Game, ada: User) -> None:
    program = Program(ada)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    problem(program.post(f"/games/{game.pk}/resign"), 401, "unauthenticated")
    User.objects.filter(pk=ada.pk).update(is_active=True)
    ApiToken.objects.all().delete()
    problem(program.post(f"/games/{game.pk}/resign"), 401, "unauthenticated")
