"""Lessons on the table page, without scripts: the script of the tutorial is all they need."""

import gzip
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.learning.lessons import Lesson, Progress
from games.learning.scripts import Chapter, Confirm, Give, Guess, Lay, Read, Take, Tutorial
from games.learning.tutorials import TUTORIALS
from games.learning.tutorials.first_game import (
    CARD,
    DISC,
    FIRST_GAME,
    INFLUENCE,
    MULLIGAN,
    VICTORY,
    WINNING,
)
from games.tables.models import Game, Move, Seat
from tests.support.browsing import markup
from tests.support.factories import player
from tests.support.households import count_guests

pytestmark = pytest.mark.django_db
DEAR = 10
"""The least cost of the cards that the lesson on the mulligan puts away."""

CHAPTERS = [
    pytest.param(tutorial, chapter, id=f"{tutorial.key} {chapter.key}")
    for tutorial in TUTORIALS.values()
    for chapter in tutorial.chapters
]


def address(tutorial: Tutorial, chapter: Chapter, form: str = "") -> str:
    """Return the address of a lesson, or of one of its forms."""
    name = f"lesson_{form}" if form else "lesson"
    return reverse(name, args=[tutorial.key, chapter.key])


class Player:
    """A visitor who plays a chapter by its script."""

    def __init__(self, client: Client, tutorial: Tutorial, chapter: Chapter) -> None:
        self.client, self.tutorial, self.chapter = client, tutorial, chapter
        self.card = ""
        self.page: Any = None
        self.look()

    @property
    def lesson(self) -> Lesson:
        """The lesson as the last page showed it."""
        lesson: Lesson = self.page.context["lesson"]
        return lesson

    def look(self) -> None:
        """Load the page."""
        query = {"card": self.card} if self.card else {}
        self.page = self.client.get(address(self.tutorial, self.chapter), query)

    def post(self, form: str, **data: Any) -> Any:
        """Post a form of the page as it is, and load the page that follows."""
        seq = {"seq": len(self.lesson.moves), "steps": len(self.lesson.progress.draft)}
        to = address(self.tutorial, self.chapter, form)
        answer = self.client.post(to, seq | data)
        self.card = ""
        self.look()
        return answer

    def do(self) -> None:
        """Do what the coach asks for."""
        match self.lesson.step(self.card):
            case Read():
                self.post("next", step=self.lesson.current())
            case Guess(right=right):
                self.post("next", step=self.lesson.current(), guess=right)
            case Take(card=card):
                self.card = card
                self.look()
            case Give() if self.page.context["page"].decision.kind == "mulligan":
                hand = self.page.context["page"].hand.cards
                ticked = [card.slug for card in hand if card.cost >= DEAR]
                self.post("draft", action="redraw", tick=ticked)
            case Give() as step:
                shown = self.page.context["page"].decision
                actions = [a.action for a in shown.answers]
                actions += [use.answer.action for use in shown.uses if use.answer]
                self.post("draft", action=next(a for a in actions if step.accepts(a)))
            case Confirm():
                self.post("confirm")


@pytest.mark.whole
@pytest.mark.parametrize(("tutorial", "chapter"), CHAPTERS)
def test_a_chapter_is_played_by_what_its_coach_says(
    client: Client, tutorial: Tutorial, chapter: Chapter
) -> None:
    """Every step is said on the page, and points at an element that is there."""
    visitor = Player(client, tutorial, chapter)
    for step in chapter.steps:
        assert visitor.lesson.step(visitor.card) == step
        html = visitor.page.content.decode()
        assert str(step.says) in unescape(markup(visitor.page))
        assert step.at
        element, _at, _part = step.at[0].partition("@")
        assert f'id="{element}"' in html
        visitor.do()
    assert visitor.lesson.is_over
    assert "Chapter completed." in markup(visitor.page)
    state = visitor.page.context["page"].bar.state
    assert (state.kind == "over") == (visitor.lesson.game.outcome is not None)
    done = client.get(reverse("learn"))
    assert markup(done).count("completed") == 1


def test_a_lesson_leaves_no_rows(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    for _step in INFLUENCE.steps:
        visitor.do()
    assert not [model for model in (Game, Seat, Move, User, Session) if model.objects.exists()]


def test_a_lesson_is_resumed_where_it_was_left(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    for _step in INFLUENCE.steps[:4]:
        visitor.do()
    page = client.get(reverse("tutorial", args=["first-game"]))
    assert page.context["lesson"].step() == INFLUENCE.steps[4]
    assert "Continue" in markup(client.get(reverse("learn")))


def test_a_tutorial_goes_on_with_the_next_chapter(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    for _step in INFLUENCE.steps:
        visitor.do()
    assert address(FIRST_GAME, DISC) in visitor.page.content.decode()
    page = client.get(reverse("tutorial", args=["first-game"]))
    assert page.context["lesson"].chapter == DISC


def test_a_chapter_can_be_skipped_and_played_again(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    assert "Skip this chapter" in markup(visitor.page)
    visitor.do()
    visitor.do()
    assert visitor.lesson.moves
    client.post(address(FIRST_GAME, INFLUENCE, "restart"))
    visitor.look()
    assert visitor.lesson.moves == []


def to_the_end(client: Client, chapter: Chapter) -> Player:
    """Play a chapter of the first game as its coach says."""
    visitor = Player(client, FIRST_GAME, chapter)
    for _step in chapter.steps:
        visitor.do()
    assert visitor.lesson.is_over
    return visitor


def test_an_extra_chapter_is_offered_and_never_in_the_way(client: Client) -> None:
    visitor = to_the_end(client, INFLUENCE)
    html = visitor.page.content.decode()
    following = html[html.index('id="coach-next"') :].partition(">")[0]
    assert address(FIRST_GAME, DISC) in following
    assert f'href="{address(FIRST_GAME, CARD)}"' in html
    assert f'href="{address(FIRST_GAME, DISC)}"' in to_the_end(client, CARD).page.content.decode()


@pytest.mark.whole
def test_extra_chapters_come_last_for_who_goes_on(client: Client) -> None:
    for chapter in FIRST_GAME.chapters:
        if not chapter.extra:
            page = client.get(reverse("tutorial", args=["first-game"]))
            assert page.context["lesson"].chapter == chapter
            to_the_end(client, chapter)
    page = client.get(reverse("tutorial", args=["first-game"]))
    assert page.context["lesson"].chapter == CARD


def test_a_wrong_guess_is_crossed_out_and_the_question_stays(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, CARD)
    while not isinstance(visitor.lesson.step(), Guess):
        visitor.do()
    number = visitor.lesson.current()
    for answer in ("0", "7", "x", ""):
        visitor.post("next", step=number, guess=answer)
    assert visitor.lesson.current() == number
    assert visitor.lesson.progress.wrong == [0]
    page = markup(visitor.page)
    assert "Not quite." in page
    assert re.findall(r'id="guess-(\d)"[^>]*disabled', page) == ["0"]
    visitor.post("next", step=number, guess="2")
    assert "One is left." in markup(visitor.page)
    visitor.do()
    assert visitor.lesson.current() == number + 1
    assert visitor.lesson.progress.wrong == []


def test_a_board_that_is_read_gives_way_to_the_next_one(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, WINNING)
    while not isinstance(visitor.lesson.step(), Lay):
        visitor.do()
    assert visitor.page.context["page"].bar.state.kind == "over"
    assert visitor.post("draft", action="recruit nero").status_code == 409
    visitor.do()
    assert visitor.page.context["page"].bar.state.kind != "over"
    assert visitor.lesson.moves == []
    assert 'id="use-recruit"' in visitor.page.content.decode()


def test_a_draft_off_the_script_is_undone_before_it_goes_on(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    visitor.post("draft", action="recruit cresus")
    assert "Undo it for now" in markup(visitor.page)
    assert 'data-at="undo"' in visitor.page.content.decode()
    answer = visitor.post("confirm")
    assert answer.status_code == 409
    assert "goes on with another one" in markup(answer)
    assert visitor.lesson.moves == []
    visitor.post("undo")
    assert visitor.lesson.step() == INFLUENCE.steps[0]


def test_an_answer_that_is_not_legal_is_refused(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    assert visitor.post("draft", action="recruit khan").status_code == 409
    assert visitor.post("confirm").status_code == 409
    assert visitor.lesson.progress == Progress()


def test_a_second_click_changes_nothing(client: Client) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    for _click in range(2):
        answer = client.post(
            address(FIRST_GAME, INFLUENCE, "draft"),
            {"seq": 0, "steps": 0, "action": "recruit mc4ffr3y"},
        )
        assert answer.status_code == 302
    for _click in range(2):
        client.post(address(FIRST_GAME, INFLUENCE, "confirm"), {"seq": 0})
    visitor.look()
    assert visitor.lesson.progress.turns == [["recruit mc4ffr3y"]]


def test_htmx_gets_the_table_and_the_coach(client: Client) -> None:
    answer = client.post(
        address(FIRST_GAME, INFLUENCE, "draft"),
        {"seq": 0, "steps": 0, "action": "recruit mc4ffr3y"},
        headers={"HX-Request": "true"},
    )
    html = answer.content.decode()
    assert 'id="table"' in html
    assert 'id="coach"' in html
    assert html.index('id="table"') < html.index('id="coach"') < html.index('id="ask"')
    assert "<html" not in html
    assert "data-live" not in html
    assert len(gzip.compress(html.encode())) < 12_000


def test_progress_that_no_longer_fits_starts_again(client: Client) -> None:
    session = client.session
    session["lessons"] = {"first-game": {"influence": {"turns": [["recruit khan"]]}}}
    session.save()
    assert client.get(address(FIRST_GAME, INFLUENCE)).context["lesson"].moves == []
    session["lessons"] = {"first-game": {"influence": {"nonsense": 1}}}
    session.save()
    assert client.get(address(FIRST_GAME, INFLUENCE)).status_code == 200


def test_unknown_lessons_are_not_found(client: Client) -> None:
    assert client.get("/learn/nothing/").status_code == 404
    assert client.get("/learn/first-game/nothing/").status_code == 404


def test_a_lesson_reads_the_session_and_little_else(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    visitor = Player(client, FIRST_GAME, INFLUENCE)
    visitor.do()
    with django_assert_max_num_queries(3):
        visitor.look()


def test_a_player_has_the_own_name_at_the_table(client: Client) -> None:
    client.force_login(player("ada"))
    assert "ada" in markup(client.get(address(FIRST_GAME, INFLUENCE)))


def test_the_landing_page_leads_into_the_first_lesson(client: Client) -> None:
    assert reverse("tutorial", args=["first-game"]) in client.get("/").content.decode()


def test_guests_of_the_real_game_are_counted_by_household() -> None:
    count_guests(reverse("real_game"))


def test_the_real_game_starts_without_a_mulligan(client: Client) -> None:
    """With the beginner's advantage; a visitor becomes a guest."""
    answer = client.post(reverse("real_game"))
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert game.beginner
    assert not game.rated
    me = game.seats.get(bot="")
    assert me.user is not None
    assert me.user.is_guest
    assert me.side == game.second_side
    assert list(game.moves.values_list("seat", "action")) == [(me.number, "redraw")]
    assert not me.asked


def test_the_real_game_asks_for_the_mulligan_of_who_has_learnt_it(client: Client) -> None:
    to_the_end(client, VICTORY)
    to_the_end(client, MULLIGAN)
    answer = client.post(reverse("real_game"))
    me = Game.objects.get().seats.get(bot="")
    assert me.asked
    page = client.get(answer["Location"])
    assert "Advice for your first game" in markup(page)


def test_advice_on_the_mulligan_is_for_the_first_game_alone(client: Client) -> None:
    ada = player("ada")
    client.force_login(ada)
    for is_new in (True, False):
        page = client.get(client.post(reverse("play_a_bot"))["Location"])
        assert page.context["page"].decision.kind == "mulligan"
        assert ("Advice for your first game" in markup(page)) == is_new


@pytest.mark.parametrize("number", ["999999999999", "²", "-1", "x", ""])
def test_odd_numbers_change_nothing(client: Client, number: str) -> None:
    assert client.get(address(FIRST_GAME, INFLUENCE), {"since": number}).status_code == 200
    for form in ("next", "draft", "undo"):
        data = {"step": number, "seq": number, "steps": number, "action": "recruit mc4ffr3y"}
        assert client.post(address(FIRST_GAME, INFLUENCE, form), data).status_code == 302
    assert client.get(address(FIRST_GAME, INFLUENCE)).context["lesson"].progress == Progress()
