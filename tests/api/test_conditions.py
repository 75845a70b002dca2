"""`If-Match`: a write for the table as it was read, and nothing else."""

import pytest

from accounts.models import User
from games.tables.models import Game, Message
from tests.api.client import Program
from tests.api.test_reading import problem
from tests.support.factories import answer, everything, legal_answer, player, running_game, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    return running_game(ada, ben, answers=4)


def test_a_write_for_the_table_as_it_is_now_is_done(game: Game, ada: User) -> None:
    path = f"/games/{game.pk}"
    german = Program(ada, **{"accept-language": "de"}).get(f"{path}/moves")["ETag"]
    for etag in (Program(ada).get(path)["ETag"], german, '"1-x", W/"y", ' + german, "*"):
        done = Program(ada).post(f"{path}/look", **{"if-match": etag})
        assert done.status_code == 200, done.content


def test_a_write_for_an_older_table_changes_nothing(game: Game, ada: User, ben: User) -> None:
    etag = Program(ada).get(f"/games/{game.pk}")["ETag"]
    answer(game)
    game.refresh_from_db()
    seat, action = legal_answer(game)
    data = {"seq": game.seq, "answers": [action]}
    before = everything()
    for wrong in (etag, "W/" + Program(ada).get(f"/games/{game.pk}")["ETag"], '"x"', "x", ""):
        path = f"/games/{game.pk}/answers"
        refused = Program(seat.user).post(path, data, **{"if-match": wrong})
        problem(refused, 412, "precondition_failed")
        resigned = Program(ben).post(f"/games/{game.pk}/resign", **{"if-match": wrong})
        problem(resigned, 412, "precondition_failed")
    assert everything() == before


def test_a_condition_does_not_tell_of_a_private_table(ada: User, ben: User) -> None:
    hidden = running_game(ada, ben, public=False)
    eve = Program(player("eve"), **{"if-match": '"1-x"'})
    problem(eve.post(f"/games/{hidden.pk}/resign"), 404, "not_found")


def test_a_write_without_an_etag_has_no_condition(game: Game, ada: User) -> None:
    before = everything()
    refused = Program(ada, **{"if-match": "*"}).post("/tables", {})
    problem(refused, 412, "precondition_failed")
    assert everything() == before


def test_the_answer_to_a_key_is_kept_whatever_the_condition_says_later(
    game: Game, ada: User
) -> None:
    etag = Program(ada).get(f"/games/{game.pk}")["ETag"]
    program = Program(ada, **{"if-match": etag, "idempotency-key": "hello"})
    first, again = (program.post(f"/games/{game.pk}/chat", {"text": "hi"}) for _ in range(2))
    assert (first.status_code, again.content) == (201, first.content)
    assert Message.objects.count() == 1


def test_a_seat_is_taken_at_the_table_that_was_read(ada: User, ben: User) -> None:
    opened = table(ada, None)
    etag = Program(ben).get(f"/games/{opened.pk}")["ETag"]
    done = Program(ben).post(f"/tables/{opened.pk}/seat", {}, **{"if-match": etag})
    assert done.json()["status"] == "running"
    refused = Program(ben).post(f"/games/{opened.pk}/abort", **{"if-match": etag})
    problem(refused, 412, "precondition_failed")
