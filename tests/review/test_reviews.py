"""Reviews: asked for once, made in steps that can be interrupted, shown on a page."""

import re
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from math import hypot
from threading import Event
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.queueing import route
from engine import Chance
from engine import Game as EngineGame
from engine.analysis.review import Label, judging, turns_in
from engine.analysis.review.causes import Cause
from games.review.models import Review, State
from games.review.page import apart, review_page, reviewed_turn
from games.review.services import reviews
from games.review.services.reviews import ask_for_review, make_review, wake_forgotten_reviews
from games.review.stored import turn_from_json, turn_to_json
from games.review.tasks import make_review as task
from games.review.words import cause_sentences
from games.tables.models import Game
from games.tables.selectors import seen
from games.tables.services import bots
from games.tables.tasks import play_bot
from tests.review.conftest import resigned_game
from tests.support.factories import guest, refusal, running_game
from zenith_site.alone import Background

pytestmark = pytest.mark.django_db

PATIENCE = 60


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that are queued."""
    tasks: list[tuple[Any, ...]] = []
    monkeypatch.setattr(reviews, "queue", lambda *args: tasks.append(args))
    return tasks


def reviewed(game: Game, user: User) -> Review:
    """Return the finished review of a game."""
    ask_for_review(user, seen(user, game.pk))
    assert not make_review(game.pk)
    return Review.objects.get(game=game)


def first_agent(game: Game) -> str:
    """Return the agent that the first turn of a game has used."""
    moves = game.moves.order_by("seq").values_list("action", flat=True)
    verbs = ("recruit ", "develop ", "lead ")
    return next(action.partition(" ")[2] for action in moves if action.startswith(verbs))


def test_a_review_is_queued_once_after_the_commit(
    over: Game,
    ada: User,
    queued: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = ask_for_review(ada, seen(ada, over.pk))
    assert queued == [(reviews.TASK, over.pk)]
    assert task.name == reviews.TASK
    assert ask_for_review(ada, seen(ada, over.pk)).pk == first.pk


def test_a_review_has_every_turn_and_is_made_once(over: Game, ada: User) -> None:
    row = reviewed(over, ada)
    moves = list(over.moves.values_list("seq", "seat", "action"))
    assert row.state == State.DONE
    assert row.total == len(row.turns) == turns_in(EngineGame.replay(over.setup), moves)
    own = [[turn for turn in row.turns if turn["seat"] == seat] for seat in (0, 1)]
    agreed = [sum(turn["agrees"] for turn in turns) for turns in own]
    assert row.agreement == [[len(own[0]), agreed[0]], [len(own[1]), agreed[1]]]
    done = row.done_at
    assert not make_review(over.pk)
    row.refresh_from_db()
    assert row.done_at == done


def test_a_worker_stops_after_its_slice_and_another_goes_on(over: Game, ada: User) -> None:
    ask_for_review(ada, seen(ada, over.pk))
    steps = 1
    while make_review(over.pk, seconds=0):
        row = Review.objects.get(game=over)
        assert (row.state, row.claimed_at, len(row.turns)) == (State.RUNNING, None, steps)
        steps += 1
    in_steps = Review.objects.get(game=over)
    assert steps == in_steps.total
    Review.objects.all().delete()
    assert reviewed(over, ada).turns == in_steps.turns


def test_a_claimed_review_is_left_alone_until_its_worker_is_lost(
    over: Game, ada: User, queued: list[tuple[Any, ...]]
) -> None:
    now = timezone.now()
    ask_for_review(ada, seen(ada, over.pk))
    Review.objects.update(state=State.RUNNING, claimed_at=now)
    assert not make_review(over.pk)
    assert Review.objects.get().turns == []
    assert wake_forgotten_reviews(now) == 0
    late = now + reviews.LOST_AFTER + timedelta(seconds=1)
    assert wake_forgotten_reviews(late) == 1
    assert queued[-1] == (reviews.TASK, over.pk)
    Review.objects.update(claimed_at=now - reviews.LOST_AFTER - timedelta(seconds=1))
    assert not make_review(over.pk)
    assert Review.objects.get().state == State.DONE


def test_a_review_waits_while_a_bot_is_asked(over: Game, ada: User, ben: User) -> None:
    game = running_game(ada, "greedy", answers=1)
    game.seats.filter(bot="greedy").update(asked=True, asked_at=timezone.now())
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        game.seats.update(asked=False)

    ask_for_review(ada, seen(ada, over.pk))
    make_review(over.pk, wait=wait)
    assert waits == [reviews.GIVES_WAY]


def test_a_review_that_cannot_be_made_has_failed_and_can_be_asked_for_again(
    over: Game, ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_review(ada, seen(ada, over.pk))
    over.moves.filter(seq=5).update(action="lead nonsense")
    assert not make_review(over.pk)
    assert Review.objects.get().state == State.FAILED
    assert f"could not review game {over.pk}" in caplog.text
    assert ask_for_review(ada, seen(ada, over.pk)).state == State.QUEUED


def test_a_review_by_an_older_judge_is_made_anew(over: Game, ada: User) -> None:
    reviewed(over, ada)
    Review.objects.update(judge="before")
    again = ask_for_review(ada, seen(ada, over.pk))
    assert (again.state, again.turns, again.judge) == (State.QUEUED, [], judging.NAME)


def test_there_is_a_limit_for_a_user(
    over: Game, ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_AN_HOUR", 1)
    ask_for_review(ada, seen(ada, over.pk))
    other = resigned_game(ada, ben)
    refusal(429, ask_for_review, ada, seen(ada, other.pk))
    assert ask_for_review(ben, seen(ben, other.pk)).state == State.QUEUED


def test_a_turn_survives_the_round_trip_through_json(over: Game, ada: User) -> None:
    for turn in reviewed(over, ada).turns:
        assert turn_to_json(turn_from_json(turn)) == turn_to_json(turn_from_json(turn))
        assert turn_from_json(turn).number == turn["number"]


def test_a_turn_of_an_older_review_is_read_as_it_was_written(over: Game, ada: User) -> None:
    for turn in reviewed(over, ada).turns:
        before: Any = {
            name: value for name, value in turn.items() if name not in ("error", "agrees")
        }
        assert turn_from_json(before).error == 0.0


# --- pages ---


def test_a_loss_is_shown_with_its_error(over: Game, ada: User, client: Client) -> None:
    row = reviewed(over, ada)
    row.turns[0] |= {"loss": 0.12, "error": 0.031}
    row.turns[1] |= {"loss": 0.2, "error": 0.0}
    row.save()
    page = client.get(reverse("review", args=[over.pk])).content.decode()
    assert "Chance lost by the choice: 12 ± 3 %" in page
    assert "Chance lost by the choice: 20 %" in page


def test_a_review_by_an_older_judge_is_shown_and_can_be_made_anew(
    over: Game, ada: User, client: Client
) -> None:
    reviewed(over, ada)
    path = reverse("review", args=[over.pk])
    assert "Review the game again" not in client.get(path).content.decode()
    Review.objects.update(judge="before")
    page = client.get(path).content.decode()
    assert "Review the game again" in page
    assert 'id="turn-1"' in page


def test_the_page_asks_shows_progress_and_the_review(over: Game, ada: User, client: Client) -> None:
    path = reverse("review", args=[over.pk])
    assert "Review this game" in client.get(path).content.decode()
    assert client.post(reverse("ask_for_review", args=[over.pk])).headers["Location"] == path
    waiting = client.get(path).content.decode()
    assert 'hx-trigger="every 1s"' in waiting
    make_review(over.pk)
    done = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" not in done
    row = Review.objects.get()
    for number in range(1, row.total + 1):
        assert f'id="turn-{number}"' in done
    marks = re.findall(r'<b class="mark (\w+)"><span aria-hidden="true">[^<]+</span> \w+', done)
    assert len(marks) >= row.total
    assert set(marks) <= {label.value for label in Label}
    assert done.count("accuracy out of 100") == 2
    assert f'href="{reverse("component", args=[first_agent(over)])}"' in done


def test_each_side_sees_its_own_chance_above(over: Game, ada: User, ben: User) -> None:
    row = reviewed(over, ada)
    mine = review_page(seen(ada, over.pk), row)
    theirs = review_page(seen(ben, over.pk), row)
    assert [turn.after for turn in mine.turns] != [turn.after for turn in theirs.turns]
    for one, other in zip(mine.turns, theirs.turns, strict=True):
        assert one.after + other.after in (99, 100, 101)
        assert {one.choice.whose, other.choice.whose} == {"mine", "theirs"}
    assert [side.name for side in mine.sides] == ["ada", "ben"]
    assert [side.name for side in theirs.sides] == ["ben", "ada"]


def test_causes_speak_to_the_player_of_the_turn(over: Game, ada: User, ben: User) -> None:
    turn = replace(turn_from_json(reviewed(over, ada).turns[0]), causes=(Cause("stops", "venus"),))
    shown = {user: reviewed_turn(seen(user, over.pk), turn).choice.causes for user in (ada, ben)}
    yours, theirs = (cause_sentences(turn.causes, is_yours=own) for own in (True, False))
    assert yours != theirs
    assert shown == ({ada: yours, ben: theirs} if turn.seat == 0 else {ada: theirs, ben: yours})


def test_circles_on_the_chart_never_overlap() -> None:
    chance = Chance("charts").stream("points")
    for _chart in range(20):
        count = 2 + chance.below(28)
        points = [
            (float(chance.below(600)), float(14 + chance.below(152))) for _point in range(count)
        ]
        heights = apart(points)
        circles = [(x, height) for (x, _y), height in zip(points, heights, strict=True)]
        assert all(14 <= height <= 166 for height in heights)
        assert all(hypot(a - c, b - d) >= 17 for (a, b), (c, d) in combinations(circles, 2))
    assert apart([(300.0, 90.0)]) == [90.0]


def test_key_turns_lead_to_their_place_in_the_list(over: Game, ada: User, client: Client) -> None:
    row = reviewed(over, ada)
    page = review_page(seen(ada, over.pk), row)
    text = client.get(reverse("review", args=[over.pk])).content.decode()
    assert page.key_turns
    for turn in page.key_turns:
        assert f'href="#turn-{turn.number}"' in text
        assert f'id="turn-{turn.number}"' in text


@pytest.mark.parametrize("public", [True, False])
def test_the_link_of_a_review_that_anyone_may_read_can_be_copied(
    public: bool, over: Game, ada: User, client: Client, settings: Any
) -> None:
    Game.objects.filter(pk=over.pk).update(public=public)
    path = reverse("review", args=[over.pk])
    button = f'data-copy-text="{settings.SITE_URL}{path}"'
    assert button not in client.get(path).content.decode()
    reviewed(over, ada)
    page = client.get(path).content.decode()
    assert (button in page) == public
    assert "js/copy.js" in page


def test_every_turn_leads_to_its_moment_in_the_replay(
    over: Game, ada: User, client: Client
) -> None:
    page = review_page(seen(ada, over.pk), reviewed(over, ada))
    for choice in (*page.mulligan, *(turn.choice for turn in page.turns)):
        assert client.get(choice.replay).status_code == 200


def test_the_mulligan_has_its_place_before_the_turns_and_counts(
    over: Game, ada: User, client: Client
) -> None:
    row = reviewed(over, ada)
    page = review_page(seen(ada, over.pk), row)
    assert sorted(choice.name for choice in page.mulligan) == ["ada", "ben"]
    text = client.get(reverse("review", args=[over.pk])).content.decode()
    assert text.count("<span>Mulligan, ") == 2
    assert text.index("<span>Mulligan, ada") < text.index('id="turn-1"')
    for number, side in enumerate(page.sides):
        own = sum(turn["seat"] == number for turn in row.turns)
        assert sum(count for _mark, count in side.counts) == own + 1


def test_a_review_from_before_mulligans_were_marked_is_shown(
    over: Game, ada: User, client: Client
) -> None:
    row = reviewed(over, ada)
    for turn in row.turns:
        del turn["answers"]
    row.save()
    assert review_page(seen(ada, over.pk), row).mulligan == []
    assert client.get(reverse("review", args=[over.pk])).status_code == 200


def test_an_answer_in_the_turn_of_the_other_side_stands_below_it(
    over: Game, ada: User, client: Client
) -> None:
    row = reviewed(over, ada)
    first, second = row.turns[:2]
    answer = dict(first["answers"][0], seat=second["seat"], before=first["last"] - 1)
    answer["played"] = [{"action": "planet venus", "source": "token mars"}]
    first["answers"].append(answer)
    row.save()
    page = review_page(seen(ada, over.pk), row)
    [shown] = page.turns[0].answers
    assert shown.title == "Answer in turn 1"
    assert shown.at == f"{first['last'] - 1}:{second['seat']}"
    text = client.get(reverse("review", args=[over.pk])).content.decode()
    assert text.index('id="turn-1"') < text.index("Answer in turn 1") < text.index('id="turn-2"')


def test_the_end_and_the_menu_lead_to_the_review(over: Game, client: Client) -> None:
    path = reverse("review", args=[over.pk])
    for page in ("table", "menu"):
        assert f'href="{path}"' in client.get(reverse(page, args=[over.pk])).content.decode()


def test_a_visitor_reads_but_does_not_ask(over: Game, ada: User) -> None:
    visitor = Client()
    path = reverse("review", args=[over.pk])
    assert "Log in to ask" in visitor.get(path).content.decode()
    response = visitor.post(reverse("ask_for_review", args=[over.pk]))
    assert response.status_code == 302
    assert "login" in response.headers["Location"]
    assert not Review.objects.exists()
    reviewed(over, ada)
    assert 'id="turn-1"' in visitor.get(path).content.decode()


def test_a_guest_may_ask(over: Game) -> None:
    assert ask_for_review(guest(), seen(guest("Guest-2"), over.pk)).state == State.QUEUED


# --- the workers ---


def test_reviews_have_a_queue_and_a_worker_that_no_bot_shares(settings: Any) -> None:
    assert route("games.review.tasks.make_review") == {"queue": "reviews"}
    assert route("games.tables.tasks.play_bot") == {"queue": "bots"}
    for worker in Background().workers:
        queues = {queue.name for queue in worker.controller.app.amqp.queues.consume_from.values()}
        assert queues == {"reviews"} or "reviews" not in queues


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)  # workers check the models when they start
def test_bots_answer_while_as_many_reviews_wait_as_there_are_threads(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Three reviews that never end hold up no bot.

    Other tests of this process may have queued bots; their games have smaller numbers.
    """
    games = range(10**9, 10**9 + 40)
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.01}
    stuck, released, answered = Event(), Event(), Event()
    played: list[int] = []

    def endless(game_id: int) -> bool:
        stuck.set()
        released.wait(10 * PATIENCE)
        return False

    def play(game_id: int, _number: int) -> bool:
        if game_id in games:
            played.append(game_id)
        if len(played) == len(games):
            answered.set()
        return True

    monkeypatch.setattr(reviews, "make_review", endless)
    monkeypatch.setattr(bots, "play_bot", play)
    background = Background()
    for worker in background.workers:
        worker.start()
    try:
        for number in range(3):
            task.delay(number)
        assert stuck.wait(PATIENCE)
        for number in games:
            play_bot.delay(number, 1)
        assert answered.wait(PATIENCE)
        assert sorted(played) == list(games)
        assert not released.is_set()
    finally:
        released.set()
        for worker in background.workers:
            worker.controller.stop()
