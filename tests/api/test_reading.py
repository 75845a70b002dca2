"""Reading by the API: what the pages show, for programs."""

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from common.problems import PROBLEM
from games.api import gate
from games.api.models import ApiToken
from games.endpoints.access import Scope
from games.lobby.services.seating import join_table
from games.tables.models import Game
from games.talk.chat import say
from tests.api.client import EVERYTHING, Program
from tests.support.factories import answer, finished_game, player, running_game, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    return running_game(ada, ben, answers=4)


def problem(response: Any, status: int, code: str) -> Any:
    """Check a problem and return it."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == PROBLEM
    told = response.json()
    assert (told["status"], told["code"]) == (status, code)
    assert told["detail"]
    return told


def test_a_player_sees_the_own_hand_and_answers(game: Game) -> None:
    seat = game.seats.get(asked=True)
    assert seat.user is not None
    told = Program(seat.user).get(f"/games/{game.pk}").json()
    assert (told["seat"], told["your_turn"]) == (seat.number, True)
    assert told["view"]["hands"][seat.number]["cards"]
    assert told["view"]["hands"][1 - seat.number]["cards"] is None
    assert told["answers"]
    assert told["answers"] == told["view"]["pending"][0]["options"]


@pytest.mark.parametrize("scopes", [(), (Scope.PLAY,), (Scope.TALK,)])
def test_a_token_without_the_right_reads_as_a_visitor(game: Game, scopes: tuple[str, ...]) -> None:
    ada = User.objects.get(username="ada")
    program = Program(ada, "none")
    ApiToken.objects.update(scopes=list(scopes))
    assert program.get(f"/games/{game.pk}").json() == Program().get(f"/games/{game.pk}").json()
    problem(program.get("/me/games"), 403, "missing_scope")


def test_a_session_is_no_token(client: Client, game: Game) -> None:
    client.force_login(User.objects.get(username="ada"))
    assert client.get(f"/api/v1/games/{game.pk}").json()["seat"] is None
    problem(client.get("/api/v1/me"), 401, "unauthenticated")


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer", "Basic YTpi", "x"])
def test_a_wrong_token_is_refused_even_where_none_is_needed(game: Game, header: str) -> None:
    answered = Program(authorization=header).get(f"/games/{game.pk}")
    problem(answered, 401, "unauthenticated")
    assert "Bearer" in answered["WWW-Authenticate"]


def test_private_games_are_for_their_players_and_for_the_link(ada: User, ben: User) -> None:
    hidden = running_game(ada, ben, public=False)
    assert Program(ada).get(f"/games/{hidden.pk}").status_code == 200
    assert Program().get(f"/games/{hidden.pk}?link={hidden.token}").status_code == 200
    for program in (Program(), Program(player("eve"))):
        problem(program.get(f"/games/{hidden.pk}"), 404, "not_found")
        problem(program.get(f"/games/{hidden.pk}?link=x"), 404, "not_found")


def test_an_unchanged_game_is_not_sent_again(game: Game, ada: User) -> None:
    program = Program(ada)
    path = f"/games/{game.pk}"
    etag = program.get(path)["ETag"]
    again = program.get(path, **{"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    others = (Program(), Program(ada, **{"accept-language": "de"}))
    assert all(other.get(path, **{"if-none-match": etag}).status_code == 200 for other in others)
    answer(game)
    changed = program.get(path, **{"if-none-match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_moves_come_in_pages_with_sentences(ada: User, ben: User) -> None:
    over = finished_game(ada, ben)
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        told = Program().get(f"/games/{over.pk}/moves?after={after}").json()
        seen += [move["seq"] for move in told["moves"]]
        assert all(event["sentence"] for move in told["moves"] for event in move["events"])
        after = told["next"]
    assert seen == list(range(1, over.seq + 1))


def test_the_record_is_for_games_that_are_over(ada: User, ben: User, game: Game) -> None:
    problem(Program(ada).get(f"/games/{game.pk}/record"), 404, "not_found")
    over = finished_game(ada, ben)
    told = Program().get(f"/games/{over.pk}/record").json()
    assert told["ended"] == {"ending": over.ending, "winner": over.winner}


def test_the_chat_can_be_read(game: Game, ada: User) -> None:
    say(ada, game.pk, "hello")
    [line] = Program().get(f"/games/{game.pk}/chat").json()["messages"]
    assert (line["author"], line["text"]) == ("ada", "hello")
    assert datetime.fromisoformat(line["at"]).utcoffset() is not None


def test_own_games_say_whose_turn_it_is(game: Game, ada: User, ben: User) -> None:
    table(ada, None)
    turns: dict[str, dict[int, bool]] = {}
    for user in (ada, ben):
        games = Program(user).get("/me/games").json()["games"]
        turns[user.username] = {one["id"]: one["your_turn"] for one in games}
    assert turns["ada"][game.pk] != turns["ben"][game.pk]
    assert len(turns["ada"]) == 2


def test_lists_have_cursors(ada: User, ben: User) -> None:
    games = [table(ada, None).pk for _ in range(5)]
    found: list[int] = []
    cursor = ""
    while True:
        told = Program(ben).get(f"/tables?limit=2&cursor={cursor}").json()
        found += [one["id"] for one in told["games"]]
        if told["next"] is None:
            break
        cursor = told["next"]
        table(ada, None)  # what is added meanwhile moves nothing
    assert found == games[::-1]
    problem(Program().get("/tables?cursor=x"), 422, "bad_cursor")
    problem(Program().get("/tables?limit=1000"), 422, "invalid")


def test_a_table_that_has_started_is_listed_no_more(ada: User, ben: User) -> None:
    opened = table(ada, None)
    join_table(ben, opened.pk, None)
    assert Program().get("/tables").json()["games"] == []


def test_private_games_are_not_listed_for_others(ada: User, ben: User) -> None:
    hidden = finished_game(ada, ben, public=False)
    path = "/players/ada/games"
    assert [one["id"] for one in Program(ada).get(path).json()["games"]] == [hidden.pk]
    assert Program(ben).get(path).json()["games"] == []


def test_players_ratings_and_leaderboards(ada: User, ben: User) -> None:
    over = finished_game(ada, ben, rated=True)
    told = Program().get("/players/ADA").json()
    assert told["name"] == "ada"
    assert sum(told["results"].values()) == 1
    [rating] = told["ratings"]
    history = Program().get(f"/players/ada/ratings/{rating['pool']}").json()
    assert [point["value"] for point in history["points"]] == [rating["value"]]
    assert over.pool == rating["pool"]
    assert Program().get("/leaderboards/days").json()["places"] == []
    problem(Program().get("/players/nobody"), 404, "not_found")
    problem(Program().get("/leaderboards/chess"), 404, "not_found")


def test_cards_speak_the_language_that_is_asked_for() -> None:
    sentences = {
        language: Program().get("/cards/nero", **{"accept-language": language})
        for language in ("en", "fr", "de-AT")
    }
    assert len({each.json()["sentence"] for each in sentences.values()}) == 3
    assert sentences["de-AT"]["Content-Language"] == "de"
    assert len(Program().get("/cards?kind=agent").json()["cards"]) > 50


def test_the_language_of_the_account_is_that_of_a_program_that_names_none(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(language="fr")
    assert Program(ada).get("/cards/nero")["Content-Language"] == "fr"
    assert Program(ada, **{"accept-language": "de"}).get("/cards/nero")["Content-Language"] == "de"


def test_scripts_of_other_sites_are_programs_as_any() -> None:
    allowed = Client().options("/api/v1/tables")
    assert "POST" in allowed["Access-Control-Allow-Methods"]
    assert "Authorization" in allowed["Access-Control-Allow-Headers"]
    for response in (allowed, Program().get("/cards/nero"), Program().post("/tables", {})):
        assert response["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response


def test_there_is_a_limit_by_household_and_by_user(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "VISITORS", gate.RateLimit("visitors", 2))
    left = [Program().get("/cards/nero")["RateLimit"].split(";")[1] for _ in range(2)]
    assert left == ["r=1", "r=0"]
    refused = Program().get("/cards/nero")
    problem(refused, 429, "too_many_requests")
    assert int(refused["Retry-After"]) <= 60
    assert Program(ada).get("/cards/nero").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/", "/nothing", "/games/0", "/games/x", f"/games/{2**70}", "/players/", "/cards/nobody"],
)
def test_what_is_not_there_is_a_problem(path: str) -> None:
    problem(Program().get(path), 404, "not_found")


def test_a_wrong_method_is_a_problem() -> None:
    refused = Program().send("PUT", "/tables")
    problem(refused, 405, "method_not_allowed")
    assert "GET" in refused["Allow"]


def test_the_main_reads_keep_to_their_budgets(
    game: Game, ada: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(4):
        table(ben, None)
        running_game(ada, ben)
        finished_game(ada, ben)
    program = Program(ada)
    program.get("/me")  # notes the day
    for path, most in (
        (f"/games/{game.pk}", 3),
        (f"/games/{game.pk}/moves", 4),
        ("/me/games", 3),
        ("/tables", 3),
        ("/players/ada/games", 5),
        ("/players/ada", 5),
        ("/leaderboards/days", 3),
        ("/cards", 1),
    ):
        with django_assert_max_num_queries(most):
            assert program.get(path).status_code == 200


def test_everything_is_the_scopes_that_are_offered() -> None:
    assert len(EVERYTHING) == 4
