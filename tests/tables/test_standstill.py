"""The rule of the site for games without an end: rounds in which no disc moves make a draw."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import events as e
from games.contests.base import ContestOutcome, result_of
from games.notifications.models import Notification
from games.tables.models import Ending, Game, Seat, Status
from games.tables.page import outcome_sentence
from games.tables.services import standstill
from games.tables.services.check import differences
from games.tables.services.play import engine_game, submit_actions
from tests.support.factories import player, refusal, running_game
from tests.tables.answering import other

pytestmark = pytest.mark.django_db

MOVED = e.DiscMoved("mars", 0, 1, 1)
TURN = e.TurnStarted(0)


def stand_still(game: Game, rounds: int, turns: int = 0) -> Game:
    """Let a game have stood still for some rounds and turns, in the middle of a turn."""
    game.still_turns = rounds * game.players + turns + 1
    game.save(update_fields=["still_turns"])
    return game


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


def lead(game: Game) -> None:
    """Play a turn in which no disc moves."""
    game.refresh_from_db()
    seat = Seat.objects.select_related("user").get(game=game, asked=True)
    assert seat.user is not None
    options = engine_game(game).pending[0].options
    action = next(option for option in options if option.startswith("lead"))
    submit_actions(seat.user, game.pk, [action], game.seq)
    game.refresh_from_db()


@pytest.mark.parametrize(
    ("before", "events", "turns"),
    [
        (0, (), 0),
        (4, (TURN,), 5),
        (4, (e.TurnSkipped(1), TURN), 6),
        (4, (MOVED, TURN), 1),
        (4, (TURN, e.DiscWon("mars", 0)), 0),
        (4, (TURN, e.DiscCentred("mars"), TURN), 1),
        (4, (e.BadgeTaken(0, "silver"), TURN), 5),
    ],
)
def test_turns_are_counted_since_a_disc_last_moved(
    before: int, events: tuple[e.Event, ...], turns: int
) -> None:
    assert standstill.count_turns(before, events) == turns


@pytest.mark.parametrize(
    ("players", "turns", "rounds"), [(2, 1, 0), (2, 3, 1), (4, 4, 0), (4, 5, 1)]
)
def test_in_a_round_each_seat_has_had_a_turn(players: int, turns: int, rounds: int) -> None:
    assert standstill.rounds(Game(players=players, still_turns=turns)) == rounds


def test_a_turn_without_a_moved_disc_counts_and_the_check_agrees(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2)
    assert game.still_turns == 1
    lead(game)
    assert game.still_turns == 2
    assert differences(game) == []
    Game.objects.filter(pk=game.pk).update(still_turns=7)
    assert "the row says 7" in differences(Game.objects.get(pk=game.pk))[0]


def test_a_game_of_an_earlier_version_is_counted_from_its_moves(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=2)
    lead(game)
    counted = game.still_turns
    Game.objects.filter(pk=game.pk).update(still_turns=None)
    assert differences(Game.objects.get(pk=game.pk)) == []
    lead(game)
    assert game.still_turns == (counted or 0) + 1


def test_a_draw_can_be_claimed_by_either_side_when_it_is_due(
    ada: User, bob: User, client: Client
) -> None:
    game = stand_still(running_game(ada, bob, answers=2, rated=True), 39, 1)
    asked = game.seats.select_related("user").get(asked=True).user
    assert asked is not None
    waiting = other(asked, ada, bob)
    says = refusal(409, standstill.claim_draw, waiting, game.pk)
    assert says == "A draw can be claimed after 40 rounds in which no disc moved."
    stand_still(game, 40)
    refusal(403, standstill.claim_draw, player("eve"), game.pk)

    client.force_login(waiting)
    assert "Claim a draw" in client.get(reverse("menu", args=[game.pk])).content.decode()
    client.post(reverse("claim_draw", args=[game.pk]))
    game.refresh_from_db()
    assert (game.status, game.ending, game.winner) == (Status.FINISHED, Ending.STANDSTILL, None)
    assert not game.seats.filter(asked=True).exists()
    sentence = "Draw: no disc moved for 40 rounds."
    assert outcome_sentence(game, list(game.seats.all()), 0) == sentence
    assert Notification.objects.filter(game=game, kind="over").count() == 2
    assert result_of(game).outcome == ContestOutcome.DRAW
    page = client.get(game.get_absolute_url()).content.decode()
    assert "A draw" in page
    assert "No disc moved for 40 rounds." in page
    record = json.loads(client.get(reverse("record", args=[game.pk])).content)
    assert record["ended"] == {"ending": "standstill", "winner": None}
    refusal(409, standstill.claim_draw, waiting, game.pk)


def test_after_sixty_rounds_the_game_is_a_draw_and_nobody_is_asked(ada: User, bob: User) -> None:
    game = stand_still(running_game(ada, bob, answers=2, rated=True), 59, 1)
    Notification.objects.all().delete()
    lead(game)
    assert (game.status, game.ending, game.winner) == (Status.FINISHED, Ending.STANDSTILL, None)
    assert standstill.rounds(game) == 60
    assert not game.seats.filter(asked=True).exists()
    assert set(Notification.objects.values_list("kind", flat=True)) == {"over"}


def test_a_bot_is_no_way_round_it(ada: User) -> None:
    game = stand_still(running_game(ada, "noisy", answers=2), 40)
    standstill.claim_draw(ada, game.pk)
    game.refresh_from_db()
    assert game.ending == Ending.STANDSTILL


@pytest.mark.parametrize(
    ("rounds", "says"),
    [
        (29, ""),
        (30, "No disc has moved for 30 rounds. After 40 either side can claim a draw"),
        (40, "No disc has moved for 40 rounds. Either side can claim a draw in the menu"),
    ],
)
def test_the_page_says_so(ada: User, bob: User, client: Client, rounds: int, says: str) -> None:
    game = stand_still(running_game(ada, bob, answers=2), rounds)
    client.force_login(ada)
    page = client.get(game.get_absolute_url()).content.decode()
    assert says in page
    assert ("No disc has moved" in page) == bool(says)
    menu = client.get(reverse("menu", args=[game.pk])).content.decode()
    assert ("Claim a draw" in menu) == (rounds >= 40)
