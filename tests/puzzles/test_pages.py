"""The pages of the puzzles, without scripts."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.export import export
from accounts.models import User
from common.navigation import optional_url
from common.visitors import COOKIE
from engine.analysis.best_turns import GAP, clear_best_turn
from engine.analysis.puzzles import BEST, judge
from engine.sparse_positions import complete
from games.puzzles import daily, seen_solutions, store, trying
from games.puzzles.models import Attempt, Origin, Puzzle, Solver
from games.puzzles.solving import UserSolver
from games.tables.models import Game, Move, Seat
from games.tables.previews import MIDDLE, STEP, picture_of
from tests.puzzles.solving import NOW, answer, post, solve, wrong_answer
from tests.support.browsing import markup, visitor_of
from tests.support.factories import guest, player

pytestmark = pytest.mark.django_db


def test_a_puzzle_is_solved_on_the_table_page(
    client: Client, ada: User, puzzles: list[Puzzle]
) -> None:
    client.force_login(ada)
    puzzle = puzzles[0]
    page = client.get(puzzle.get_absolute_url())
    html = page.content.decode()
    assert 'id="table"' in html
    assert puzzle.get_goal_display() in html
    assert (
        f'value="{puzzle.solution[0]}"'
        in client.get(
            puzzle.get_absolute_url(), {"card": puzzle.solution[0].split()[1]}
        ).content.decode()
    )
    solve(client, puzzle)
    assert "Solved at the first try." in markup(client.get(puzzle.get_absolute_url()))
    assert Attempt.objects.get().at_once
    assert [model.objects.count() for model in (Game, Seat, Move)] == [0, 0, 0]


def test_a_wrong_answer_counts_at_once_and_can_be_undone(
    client: Client, ada: User, puzzles: list[Puzzle]
) -> None:
    client.force_login(ada)
    puzzle = puzzles[0]
    answer(client, puzzle, wrong_answer(puzzle))
    page = client.get(puzzle.get_absolute_url())
    assert "Not certain" in markup(page)
    assert 'id="try-again"' in page.content.decode()
    assert not Attempt.objects.get().at_once
    assert post(client, puzzle, "draft", steps=1, action="decline").status_code == 409
    post(client, puzzle, "undo")
    solve(client, puzzle)
    attempt = Attempt.objects.get()
    assert (attempt.at_once, attempt.solved_on) == (False, timezone.now().date())


def test_a_look_at_the_solution_is_a_lost_try(
    client: Client, ada: User, puzzles: list[Puzzle]
) -> None:
    client.force_login(ada)
    puzzle = puzzles[0]
    post(client, puzzle, "solution")
    page = client.get(puzzle.get_absolute_url())
    assert "This is the solution:" in markup(page)
    assert len(page.context["solution"]) == len(puzzle.solution)
    card = puzzle.solution[0].split()[1]
    assert f'<a class="agent-name" href="{reverse("component", args=[card])}">' in markup(page)
    attempt = Attempt.objects.get()
    assert (attempt.at_once, attempt.solved_on) == (False, None)
    post(client, puzzle, "undo")
    assert client.get(puzzle.get_absolute_url()).context["verdict"] == "open"
    solve(client, puzzle)
    assert Attempt.objects.get().solved_on is None  # nor does it count for the streak


@pytest.mark.parametrize("before", ["visitor", "account"])
@pytest.mark.parametrize("way", ["shown", "solved"])
def test_a_solution_that_a_browser_has_shown_counts_for_no_one_there(
    client: Client, ada: User, puzzles: list[Puzzle], before: str, way: str
) -> None:
    puzzle = daily.puzzle_of(timezone.now().date())
    assert puzzle is not None
    if before == "account":
        client.force_login(player("other"))
    if way == "shown":
        post(client, puzzle, "solution")
    else:
        solve(client, puzzle)
    rating = Puzzle.objects.get(pk=puzzle.pk).value
    seen = client.cookies
    client.logout()
    client.cookies = seen
    client.cookies.pop(COOKIE, None)  # else what the visitor has done moves to the account
    client.force_login(ada)
    solve(client, puzzle)
    assert "this browser has shown the solution" in markup(client.get(puzzle.get_absolute_url()))
    attempt = Attempt.objects.get(user=ada)
    assert (attempt.at_once, attempt.solved_on) == (False, None)
    assert attempt.before == attempt.after
    assert not Solver.objects.filter(user=ada).exists()
    assert Puzzle.objects.get(pk=puzzle.pk).value == rating
    other = next(each for each in puzzles if each != puzzle)
    solve(client, other)
    assert Attempt.objects.get(user=ada, puzzle=other).at_once


def test_a_cookie_that_the_site_has_not_signed_names_no_puzzle(
    client: Client, ada: User, puzzles: list[Puzzle]
) -> None:
    client.force_login(ada)
    client.cookies[seen_solutions.COOKIE] = f"{puzzles[0].pk}:forged"
    solve(client, puzzles[0])
    assert Attempt.objects.get().at_once


def test_the_cookie_names_the_latest_puzzles(
    client: Client, puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_solutions, "KEPT", 2)
    for puzzle in puzzles[:3]:
        post(client, puzzle, "solution")
    request = HttpRequest()
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    assert [seen_solutions.has_seen(request, each) for each in puzzles[:3]] == [False, True, True]
    assert client.cookies[seen_solutions.COOKIE]["httponly"]


@pytest.mark.parametrize("is_guest", [False, True])
def test_visitors_and_guests_are_not_rated(
    client: Client, puzzles: list[Puzzle], is_guest: bool
) -> None:
    if is_guest:
        client.force_login(guest())
    puzzle = daily.puzzle_of(timezone.now().date())
    assert puzzle is not None
    solve(client, puzzle)
    assert not Attempt.objects.exists()
    assert not Solver.objects.exists()
    page = markup(client.get(reverse("puzzles")))
    assert "Your streak: 1 day" in page
    assert "Solved. The next one comes" in page


def test_a_fresh_site_has_puzzles_at_once(client: Client) -> None:
    page = client.get(reverse("puzzles"))
    assert page.context["puzzle"] is not None
    assert page.context["number"] == len(store.starter_set())


def test_htmx_gets_the_table_with_the_task(client: Client, puzzles: list[Puzzle]) -> None:
    response = client.post(
        reverse("puzzle_draft", args=[puzzles[0].pk]),
        {"steps": 0, "action": puzzles[0].solution[0]},
        headers={"HX-Request": "true"},
    )
    html = response.content.decode()
    assert 'id="table"' in html
    assert html.count('id="task"') == 1
    assert "<html" not in html


def test_the_page_has_only_what_a_solver_needs(client: Client, puzzles: list[Puzzle]) -> None:
    html = client.get(puzzles[0].get_absolute_url()).content.decode()
    for region in ("task", "lanes", "ask", "hand", "tech"):
        assert f'id="{region}"' in html
    for region in ("books", "log", "motion", "talk", "notes"):
        assert f'id="{region}"' not in html
    assert "no clock" not in html


def test_the_best_turn_is_found_on_the_table_page(client: Client, ada: User) -> None:
    store.store(store.starter_set()[-1:], Origin.BOTS)
    [puzzle] = Puzzle.objects.all()
    assert puzzle.goal == BEST
    client.force_login(ada)
    address = puzzle.get_absolute_url()
    assert "Find the best turn" in markup(client.get(address))
    answer(client, puzzle, wrong_answer(puzzle))
    page = client.get(address)
    assert "Another turn is clearly better." in markup(page)
    assert "worth" not in page.context
    post(client, puzzle, "undo")
    solve(client, puzzle)
    page = client.get(address)
    assert page.context["verdict"] == "solved"
    worth = page.context["worth"]
    assert worth.best - worth.other >= 100 * GAP - 1
    assert f"Chance to win after this turn: {worth.best} %." in markup(page)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The searches of the engine that tries run, by name."""
    names: list[str] = []

    def counted(search: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            names.append(search.__name__)
            return search(*args)

        return run

    for search in (judge, clear_best_turn):
        monkeypatch.setattr(trying, search.__name__, counted(search))
    return names


@pytest.mark.parametrize("way", ["nothing", "solution", "right", "wrong"])
def test_what_a_search_has_answered_is_searched_no_second_time(
    client: Client, searches: list[str], way: str
) -> None:
    store.store(store.starter_set()[-1:], Origin.BOTS)
    [puzzle] = Puzzle.objects.all()

    def look(visitor: Client) -> None:
        if way == "solution":
            post(visitor, puzzle, "solution")
        elif way != "nothing":
            answer(
                visitor, puzzle, *(puzzle.solution if way == "right" else [wrong_answer(puzzle)])
            )
        for _time in range(2):
            assert visitor.get(puzzle.get_absolute_url()).status_code == 200

    look(client)
    assert searches
    assert searches.count("clear_best_turn") == (way in ("solution", "right"))
    searches.clear()
    look(Client())
    assert client.get(puzzle.get_absolute_url()).status_code == 200
    assert searches == []


def test_answers_of_other_rules_are_searched_once(
    puzzles: list[Puzzle], searches: list[str]
) -> None:
    session = {trying.SESSION_KEY: {"number": puzzles[0].pk, "actions": ["fly"], "shown": False}}
    for _time in range(2):
        assert trying.PuzzleTry.of(session, puzzles[0]).actions == []
    assert searches == ["judge"]


def test_a_puzzle_keeps_to_the_budget_of_a_table(
    client: Client, puzzles: list[Puzzle], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """That of bytes for a fragment, and of statements for a draft."""
    puzzle = puzzles[0]
    post(client, puzzle, "draft", steps=0, action=puzzle.solution[0])
    with django_assert_max_num_queries(6):
        page = client.get(puzzle.get_absolute_url(), headers={"HX-Request": "true"})
    assert len(gzip.compress(page.content)) < 12_000
    with django_assert_max_num_queries(6):
        data = {"steps": 1, "action": puzzle.solution[1]}
        client.post(reverse("puzzle_draft", args=[puzzle.pk]), data, headers={"HX-Request": "true"})


def test_a_second_click_and_odd_answers_change_nothing(
    client: Client, puzzles: list[Puzzle]
) -> None:
    puzzle = puzzles[0]
    for _click in range(2):
        post(client, puzzle, "draft", steps=0, action=puzzle.solution[0])
    assert visitor_of(client)["puzzle"]["actions"] == puzzle.solution[:1]
    for odd in ("", "recruit nobody", "x" * 500, "lead"):
        assert post(client, puzzle, "draft", steps=1, action=odd).status_code == 409
    assert visitor_of(client)["puzzle"]["actions"] == puzzle.solution[:1]
    assert client.get("/puzzles/999999/").status_code == 404


def test_a_visitor_who_answers_makes_no_session(client: Client, puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles[:2]:
        answer(client, puzzle, puzzle.solution[0])
    post(client, puzzles[0], "solution")
    assert not Session.objects.exists()
    assert set(visitor_of(client)) == {"puzzle", "puzzles"}


def test_another_puzzle_begins_anew(client: Client, puzzles: list[Puzzle]) -> None:
    answer(client, puzzles[0], puzzles[0].solution[0])
    assert client.get(puzzles[1].get_absolute_url()).context["verdict"] == "open"
    answer(client, puzzles[1], puzzles[1].solution[0])
    assert visitor_of(client)["puzzle"]["number"] == puzzles[1].pk


def test_the_export_has_the_attempts(client: Client, ada: User, puzzles: list[Puzzle]) -> None:
    UserSolver(ada).note(puzzles[0], solved=True, now=NOW)
    data: Any = export(ada)["puzzles"]
    assert data["attempts"][0]["puzzle"] == puzzles[0].pk
    assert data["rating"][0] > 1500


def test_other_pages_lead_to_the_puzzles(client: Client, ada: User) -> None:
    href = f'href="{reverse("puzzles")}"'
    for page in filter(None, (optional_url("home"), optional_url("learn"))):
        assert href in client.get(page).content.decode()
    client.force_login(ada)
    assert href in client.get("/").content.decode()


def test_the_puzzle_of_the_day_is_a_board_on_the_home_page_of_a_newcomer(
    client: Client, ada: User, puzzles: list[Puzzle]
) -> None:
    client.force_login(ada)
    assert "Puzzle of the day" not in markup(client.get(reverse("home")))  # none is chosen yet
    puzzle = daily.puzzle_of(daily.today(timezone.now()))
    assert puzzle in puzzles
    page = client.get(reverse("home")).content.decode()
    picture = page.partition('id="picture-puzzle"')[2].partition("</svg>")[0]
    assert picture.count('class="disc"') == sum(
        steps is not None for steps in puzzle.position["discs"].values()
    )
    assert f'href="{puzzle.get_absolute_url()}"' in page


def test_the_board_of_a_puzzle_has_its_own_side_at_the_bottom() -> None:
    position = complete(
        {"discs": {"mars": 2}, "sides": [{"won": ["venus"]}, {"won": ["terra", "terra"]}]}
    )
    upright, turned = (picture_of(position, below, ("You", "They")) for below in (0, 1))
    assert (upright.below, turned.below) == ("You", "They")
    lanes = {lane.planet: lane for lane in turned.lanes}
    assert [lane.y for lane in upright.lanes if lane.planet == "mars"] == [MIDDLE + 2 * STEP]
    assert lanes["mars"].y == MIDDLE - 2 * STEP
    assert [y > MIDDLE for _x, y in lanes["terra"].won] == [True, True]
    assert [y > MIDDLE for _x, y in lanes["venus"].won] == [False]
