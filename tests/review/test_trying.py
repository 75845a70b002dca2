"""Try from here: a game that begins with the moves of a finished one."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.bots import LEVELS
from games.lobby.services import opening
from games.ratings.models import PlayerResult
from games.review.models import TRIAL, Trial
from games.review.services.trying import try_from
from games.tables.models import Game, Status
from games.tables.selectors import seen
from games.tables.services import check, ending
from games.tables.services.play import engine_game, replayed
from tests.review.conftest import resigned_game
from tests.support.factories import answer, refusal, running_game

pytestmark = pytest.mark.django_db


def start_of_a_turn(game: Game, least: int = 6) -> tuple[int, int]:
    """Return the number of moves before a turn, and its seat."""
    for seq in range(least, game.seq):
        asked = replayed(game, seq).pending[0]
        if asked.kind == "turn":
            return seq, asked.seats[0]
    raise AssertionError("no turn begins there")


def test_it_begins_with_the_moves_and_the_deal_of_the_original(over: Game, ada: User) -> None:
    seq, seat = start_of_a_turn(over)
    game = try_from(ada, seen(ada, over.pk), seq, seat, "greedy")
    game.refresh_from_db()
    assert check.differences(game) == []
    assert engine_game(game).snapshot() == replayed(over, seq).snapshot()
    moves = ("seq", "seat", "action", "events")
    assert list(game.moves.values(*moves)) == list(over.moves.filter(seq__lte=seq).values(*moves))
    assert (game.status, game.seq, game.public, game.pool) == (Status.RUNNING, seq, False, "")
    seats = {each.number: (each.user, each.bot, each.asked) for each in game.seats.all()}
    assert seats == {seat: (ada, "", True), 1 - seat: (None, "greedy", False)}


def test_a_mulligan_can_be_tried_again(over: Game, ada: User) -> None:
    game = try_from(ada, seen(ada, over.pk), 0, 0, "greedy")
    asked = engine_game(game).pending
    assert {decision.kind for decision in asked} == {"mulligan"}
    assert game.seats.get(number=0).asked


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_be_the_opponent(level: str, over: Game, ada: User, client: Client) -> None:
    client.force_login(ada, backend="accounts.backends.Backend")
    seq, seat = start_of_a_turn(over)
    path = reverse("try_from", args=[over.pk])
    assert f'value="{level}"' in client.get(f"{path}?seq={seq}").content.decode()
    assert client.post(path, {"at": f"{seq}:{seat}", "bot": level}).status_code == 302
    tried = Trial.objects.get().game
    assert [each.bot for each in tried.seats.all() if each.user is None] == [level]


def test_the_original_is_not_changed(over: Game, ada: User) -> None:
    before = Game.objects.values().get(pk=over.pk), list(over.moves.values())
    try_from(ada, seen(ada, over.pk), 6, 0, "greedy")
    assert (Game.objects.values().get(pk=over.pk), list(over.moves.values())) == before


def test_it_is_played_on_to_its_end_and_no_result_is_kept(over: Game, ada: User) -> None:
    before = PlayerResult.objects.count()
    game = try_from(ada, seen(ada, over.pk), *start_of_a_turn(over), "greedy")
    for _ in range(4):
        game = answer(game)
    assert check.differences(game) == []
    ending.resign(ada, game.pk)
    assert Game.objects.get(pk=game.pk).status == Status.FINISHED
    assert PlayerResult.objects.count() == before


def test_any_moment_can_be_tried_from_but_the_end(over: Game, ada: User) -> None:
    for seq in range(over.seq + 1):
        game = try_from(ada, seen(ada, over.pk), seq, 1, "noisy")
        assert check.differences(Game.objects.get(pk=game.pk)) == [], seq
        assert game.seats.filter(asked=True).exists()
        Game.objects.filter(pk=game.pk).delete()


def test_four_players(ada: User) -> None:
    teams = running_game(ada, "noisy", "noisy", "noisy", answers=14)
    ending.resign(ada, teams.pk)
    seq, seat = start_of_a_turn(teams, 8)
    game = try_from(ada, seen(ada, teams.pk), seq, seat, "noisy")
    game.refresh_from_db()
    assert check.differences(game) == []
    assert [each.bot for each in game.seats.all()].count("noisy") == 3


@pytest.mark.parametrize(
    ("seq", "seat", "bot"), [(99999, 0, "greedy"), (3, 2, "greedy"), (3, 0, "nobody")]
)
def test_nonsense_is_refused(over: Game, ada: User, seq: int, seat: int, bot: str) -> None:
    refusal(422, try_from, ada, seen(ada, over.pk), seq, seat, bot)


@pytest.mark.parametrize("at", ["", "3", "3:x", "-1:0", "3:0:0", "9999999999:0"])
def test_a_broken_form_is_refused(over: Game, ada: User, client: Client, at: str) -> None:
    data = {"at": at, "bot": "greedy"}
    assert client.post(reverse("try_from", args=[over.pk]), data).status_code == 422
    assert not Trial.objects.exists()


def test_there_is_a_limit_as_for_new_tables(
    over: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MOST_TABLES_AN_HOUR", 2)
    try_from(ada, seen(ada, over.pk), 6, 0, "greedy")
    refusal(429, try_from, ada, seen(ada, over.pk), 6, 0, "greedy")


def test_a_visitor_becomes_a_guest_and_plays(over: Game) -> None:
    visitor = Client()
    data = {"at": "6:0", "bot": "meteor"}
    table = visitor.post(reverse("try_from", args=[over.pk]), data).headers["Location"]
    game = Trial.objects.get().game
    assert game.get_absolute_url() == table
    assert game.creator is not None
    assert game.creator.is_guest
    assert visitor.get(table).status_code == 200
    assert Client().get(table).status_code == 404


def test_the_table_says_where_it_comes_from(over: Game, ada: User, client: Client) -> None:
    game = try_from(ada, seen(ada, over.pk), 6, 0, "greedy")
    assert game.occasion == TRIAL.key
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    assert f'href="{reverse("review", args=[over.pk])}"' in page


def test_the_try_of_a_private_game_is_private(ada: User, ben: User) -> None:
    private = resigned_game(ada, ben, 9, public=False)
    game = try_from(ben, seen(ben, private.pk), 6, 1, "greedy")
    outsider = Client()
    assert outsider.get(reverse("table", args=[game.pk])).status_code == 404


def test_a_moment_of_the_replay_leads_to_the_form(over: Game, ada: User, client: Client) -> None:
    client.force_login(ada, backend="accounts.backends.Backend")
    seq, seat = start_of_a_turn(over)
    path = f"{reverse('try_from', args=[over.pk])}?seq={seq}"
    assert path in client.get(reverse("replay_at", args=[over.pk, seq])).content.decode()
    assert f'value="{seq}:{seat}"' in client.get(path).content.decode()
    answered = client.post(path, {"at": f"{seq}:{seat}", "bot": "nova"})
    assert answered.status_code == 302
    assert Trial.objects.get().seq == seq


@pytest.mark.parametrize("seq", ["", "-1", "x", "²", "99999", "9" * 5000])
def test_the_form_refuses_moments_that_are_not_there(over: Game, client: Client, seq: str) -> None:
    answered = client.get(reverse("try_from", args=[over.pk]), {"seq": seq})
    assert answered.status_code == (400 if len(seq) > 9 else 422)
