"""Rating games: once, in order, only what counts; and the check of all ratings."""

import json
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.closing import delete_account
from accounts.models import User
from common.refusals import Refused
from games.clock import BANK, LIVE
from games.ratings import glicko2
from games.ratings.checking import differences
from games.ratings.models import PlayerResult, Pool, RatedGame, Rating, RatingChange
from games.ratings.rating_updates import rate_game
from games.ratings.reliability import reliability_of
from games.ratings.rules import ANCHORS
from games.tables.models import Ending, Game, ProposalKind
from games.tables.services import ending, locks
from games.tables.services.agreements import accept_proposal, propose
from games.tables.services.play import engine_game, submit_actions
from tests.ratings.results_factory import DAY, T0, annul, over, rating, ratings, restore
from tests.support.courses import legal_action
from tests.support.factories import (
    arrive,
    at_once,
    finished_game,
    guest,
    player,
    refusal,
    running_game,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


# --- what a game does ---


def test_a_game_moves_both_by_glicko(ada: User, bob: User) -> None:
    over(ada, bob)
    both = glicko2.GlickoRating()
    won, lost = (glicko2.rate(both, [(both, score)], 0) for score in (1, 0))
    assert (rating(ada).glicko, rating(bob).glicko) == (won, lost)
    assert rating(ada).last_at == T0
    assert (rating(ada).games, rating(ada).opponents) == (1, 1)


def test_a_draw_moves_equals_nowhere(ada: User, bob: User) -> None:
    over(ada, bob, winner=None)
    assert rating(ada).value == rating(bob).value == 1500
    assert rating(ada).deviation < 350


def test_the_second_game_starts_from_the_first_and_from_the_time_between(
    ada: User, bob: User
) -> None:
    over(ada, bob)
    first = rating(ada).glicko, rating(bob).glicko
    over(ada, bob, winner=1, now=T0 + 10 * DAY)
    since = 10 * glicko2.PERIODS_A_DAY
    opponent = glicko2.aged(first[1], since)
    assert rating(ada).glicko == glicko2.rate(first[0], [(opponent, 0)], since)
    change = RatingChange.objects.get(rating=rating(ada), rated__place=2)
    assert (change.before, change.after) == (first[0], rating(ada).glicko)


def test_a_game_played_to_its_end_is_rated(ada: User, bob: User) -> None:
    game = finished_game(ada, bob, rated=True)
    assert RatedGame.objects.get().game == game
    scores = RatingChange.objects.order_by("side").values_list("score", flat=True)
    expected = [0.5, 0.5] if game.winner is None else [1 - game.winner, game.winner]
    assert list(scores) == expected


def test_pools_know_nothing_of_each_other(ada: User, bob: User) -> None:
    over(ada, bob)
    over(ada, bob, winner=1, pace=LIVE[1])
    assert rating(ada, Pool.DAYS).value > 1500 > rating(ada, Pool.LIVE).value
    assert [game.place for game in RatedGame.objects.all()] == [1, 1]


def test_a_team_plays_one_opponent_made_of_two(ada: User, bob: User) -> None:
    eve, kim = player("eve"), player("kim")
    over(ada, bob, pace=LIVE[0])
    over(ada, bob, eve, kim)
    fresh = glicko2.GlickoRating()
    opponent = glicko2.team(fresh, (fresh, fresh))
    assert rating(ada, Pool.TEAMS).glicko == glicko2.rate(fresh, [(opponent, 1)], 0)
    assert rating(eve, Pool.TEAMS).glicko == rating(ada, Pool.TEAMS).glicko
    assert rating(kim, Pool.TEAMS).value < 1500
    assert rating(ada, Pool.TEAMS).opponents == 2


def test_bots_never_move(ada: User) -> None:
    for day in range(3):
        over(ada, "greedy", now=T0 + day * DAY)
    assert rating(ada, Pool.SOLO).value > 1700
    bot = Rating.objects.get(bot="greedy")
    assert (bot.value, bot.deviation) == (1700, 0)
    assert differences(Pool.SOLO) == []


def test_a_new_anchor_changes_no_earlier_game(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first = over(ada, "greedy")
    over(ada, "greedy", now=T0 + DAY)
    before = list(RatingChange.objects.order_by("pk").values())
    monkeypatch.setitem(ANCHORS, "greedy", glicko2.GlickoRating(1800, 0))
    assert differences(Pool.SOLO) == []
    over(ada, "greedy", now=T0 + 2 * DAY)
    assert Rating.objects.get(bot="greedy").value == 1800
    assert differences(Pool.SOLO) == []
    assert list(RatingChange.objects.order_by("pk").values())[: len(before)] == before
    anchors = RatingChange.objects.filter(rating__bot="greedy").order_by("rated__place")
    assert [change.before_value for change in anchors] == [1700, 1700, 1800]
    with transaction.atomic():
        annul(first.pk)
    assert [change.before_value for change in anchors.all()] == [1700, 1800]
    assert differences(Pool.SOLO) == []
    with transaction.atomic():
        restore(first.pk)
    assert [change.before_value for change in anchors.all()] == [1700, 1700, 1800]
    assert differences(Pool.SOLO) == []


# --- what does not count ---


def test_what_does_not_count(ada: User, bob: User) -> None:
    over(ada, bob, rated=False)
    over(ada, bob, turns=1)
    over(ada, bob, boards="SUN")
    over(ada, bob, secret_agents=True)
    over(ada, bob, beginner=True)
    over(ada, "greedy", pace=None)
    over(ada, "greedy", boards="SUN")
    over(guest(), "greedy")
    over(ada, "greedy", bob, "noisy")
    over("greedy", "noisy")
    assert not RatedGame.objects.exists()
    assert PlayerResult.objects.filter(user=ada).count() == 8


@pytest.mark.parametrize("bot", ["meteor", "greedy"])
@pytest.mark.parametrize("end", ["resigned", "on time"])
def test_a_game_against_a_bot_counts_from_the_first_own_answer_on(
    ada: User, bot: str, end: str
) -> None:
    """Also before the second own turn; it can't be called off either."""
    game = running_game(ada, bot, now=T0)
    own = game.seats.get(user=ada)
    submit_actions(ada, game.pk, [legal_action(engine_game(game), own.number, 0)], 0, now=T0)
    refusal(409, lambda: ending.abort(ada, game.pk, now=T0))
    if end == "resigned":
        ending.resign(ada, game.pk, now=T0)
    else:
        with transaction.atomic():
            table = locks.lock_running(game.pk, T0)
            ending.finish(table, 1 - own.number, Ending.TIME)
            table.game.save()
    assert rating(ada, Pool.SOLO).value < 1500
    assert reliability_of([ada.pk], T0)[ada.pk].finished is None


def test_a_game_against_a_bot_without_an_own_answer_counts_for_nothing(ada: User) -> None:
    ending.abort(ada, running_game(ada, "greedy", now=T0).pk, now=T0)
    ending.resign(ada, running_game(ada, "greedy", now=T0).pk, now=T0)
    assert not RatedGame.objects.exists()


# --- decided at the start ---


def test_a_clock_before_the_win_does_not_make_a_bots_game_rated(ada: User) -> None:
    """No clock, the bot agrees to everything: resign, or give a clock just before the win."""
    game = running_game(ada, "greedy", pace=None, now=T0)
    propose(ada, game.pk, ProposalKind.PACE, BANK, now=T0)
    won(game, T0 + DAY)
    assert not RatedGame.objects.exists()


def test_a_rated_game_with_a_bot_keeps_its_clock(ada: User) -> None:
    game = running_game(ada, "greedy", now=T0)
    refusal(422, lambda: propose(ada, game.pk, ProposalKind.PACE, None, now=T0))
    won(game, T0 + DAY)
    assert RatedGame.objects.get().pool == Pool.SOLO


def test_another_pace_does_not_move_a_game_to_another_pool(ada: User, bob: User) -> None:
    game = running_game(ada, bob, rated=True, now=T0)
    arrive(game, T0)
    propose(ada, game.pk, ProposalKind.PACE, LIVE[1], now=T0)
    assert accept_proposal(bob, game.pk, now=T0).live
    won(game, T0 + timedelta(minutes=1))
    assert RatedGame.objects.get().pool == Pool.DAYS
    assert set(PlayerResult.objects.values_list("pool", flat=True)) == {Pool.DAYS}


def test_a_guest_who_signs_up_before_the_win_is_not_rated(ada: User) -> None:
    visitor = guest()
    game = running_game(visitor, "greedy", now=T0)
    User.objects.filter(pk=visitor.pk).update(is_guest=False)
    won(game, T0 + DAY)
    assert not RatedGame.objects.exists()


def won(game: Game, now: datetime) -> None:
    """Let side 0 win a running game in which both sides have completed a turn."""
    game.seats.update(turns=2)
    with transaction.atomic():
        table = locks.lock_running(game.pk, now)
        ending.finish(table, 0, Ending.POPULAR)
        table.game.save()


def test_an_aborted_game_counts_for_no_player(ada: User, bob: User) -> None:
    ending.abort(ada, running_game(ada, bob, rated=True).pk)
    assert not RatedGame.objects.exists()
    assert not PlayerResult.objects.exists()


def test_the_eleventh_game_of_a_month_does_not_count(ada: User, bob: User) -> None:
    for hour in range(10):
        over(ada, bob, now=T0 + timedelta(hours=hour))
    before = ratings()
    over(ada, bob, now=T0 + 20 * DAY)
    assert ratings() == before
    assert list(RatedGame.objects.filter(counts=False).values_list("place", flat=True)) == [11]
    over(ada, player("eve"), now=T0 + 20 * DAY)
    over(ada, bob, now=T0 + 30 * DAY)  # in April
    assert rating(ada).games == 12
    assert rating(ada).opponents == 2
    assert differences(Pool.DAYS) == []


def test_partners_may_play_together_as_often_as_they_like(ada: User, bob: User) -> None:
    others = [player(f"other{number}") for number in range(22)]
    for number in range(11):
        over(ada, others[2 * number], bob, others[2 * number + 1])
    assert rating(ada, Pool.TEAMS).games == 11
    over(ada, bob, others[0], others[1])
    assert rating(ada, Pool.TEAMS).games == 12


def test_vacation_is_not_earned_by_games_against_bots(ada: User) -> None:
    before = ada.vacation_hours
    over(ada, "greedy")
    ada.refresh_from_db()
    assert ada.vacation_hours == before


# --- once ---


def test_rating_a_game_twice_is_once(ada: User, bob: User) -> None:
    game = over(ada, bob)
    before = ratings()
    rate_game(game, list(game.seats.select_related("user")))
    assert ratings() == before
    assert RatingChange.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_four_ends_of_one_game_at_once_are_one(ada: User, bob: User) -> None:
    game = running_game(ada, bob, rated=True, answers=2)
    game.seats.update(turns=2)
    resign = lambda: ending.resign(ada, game.pk)  # noqa: E731
    results = at_once(resign, resign, resign, resign)
    assert sum(isinstance(result, Refused) for result in results) == 3
    assert RatedGame.objects.count() == 1
    assert rating(ada).games == 1
    assert differences(Pool.DAYS) == []


@pytest.mark.django_db(transaction=True)
def test_games_that_end_at_once_are_rated_one_after_the_other(ada: User, bob: User) -> None:
    games = [running_game(ada, bob, rated=True) for _ in range(8)]
    for game in games:
        game.seats.update(turns=2)
    resigns = [
        (lambda pk=game.pk, who=(ada, bob)[n % 2]: ending.resign(who, pk))
        for n, game in enumerate(games)
    ]
    for four in (resigns[:4], resigns[4:]):
        assert [r for r in at_once(*four) if isinstance(r, Exception)] == []
    assert sorted(RatedGame.objects.values_list("place", flat=True)) == list(range(1, 9))
    assert rating(ada).games == rating(bob).games == 8
    assert differences(Pool.DAYS) == []


@pytest.mark.django_db(transaction=True)
def test_four_may_annul_at_once_while_games_end(ada: User, bob: User) -> None:
    first = over(ada, bob)
    running = running_game(ada, bob, rated=True, now=T0)
    running.seats.update(turns=2)
    again = lambda: annul(first.pk)  # noqa: E731
    results = at_once(again, again, again, lambda: ending.resign(ada, running.pk, now=T0 + DAY))
    assert sum(isinstance(result, Refused) for result in results) == 2
    assert rating(ada).games == 1
    assert rating(ada).value < 1500
    assert differences(Pool.DAYS) == []


def test_ratings_outlive_an_account(ada: User, bob: User) -> None:
    first = over(ada, bob)
    over(ada, bob, now=T0 + DAY)
    delete_account(bob)
    assert differences(Pool.DAYS) == []
    annul(first.pk)
    assert differences(Pool.DAYS) == []
    assert rating(ada).games == 1
    assert not Rating.objects.filter(user__username="bob").exists()


# --- checking ---


def test_the_check_finds_a_rating_that_was_changed(
    ada: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    over(ada, bob)
    call_command("check_ratings")
    assert "All ratings match the games." in capsys.readouterr().out
    Rating.objects.filter(user=ada).update(value=2000)
    with pytest.raises(CommandError) as error:
        call_command("check_ratings")
    assert error.value.returncode == 1
    assert "does not match its games" in capsys.readouterr().out


def test_the_check_finds_a_change_that_was_changed(ada: User, bob: User) -> None:
    over(ada, bob)
    over(ada, bob, now=T0 + DAY)
    RatingChange.objects.filter(rated__place=1).update(after_value=2000)
    assert len(differences(Pool.DAYS)) == 2  # the next one does not start from there
    RatedGame.objects.filter(place=2).update(counts=False)
    assert len(differences(Pool.DAYS)) > 1


def test_games_of_before_are_filled_in_their_order(
    ada: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    over(ada, bob, now=T0 + DAY)
    over(ada, bob, winner=1)
    RatedGame.objects.all().delete()
    Rating.objects.all().delete()
    PlayerResult.objects.all().delete()
    call_command("check_ratings", "--fill")
    assert "2 games rated." in capsys.readouterr().out
    assert [game.at for game in RatedGame.objects.order_by("place")] == [T0, T0 + DAY]
    filled = ratings()
    call_command("check_ratings", "--fill")
    assert "0 games rated." in capsys.readouterr().out
    assert ratings() == filled


def test_the_record_has_the_ratings_before_the_game(ada: User) -> None:
    game = finished_game(ada, "meteor", public=True)
    answer = Client().get(reverse("record", args=[game.pk]))
    before = [person["rating"] for person in json.loads(answer.content)["game"]["players"]]
    assert before == [1500, ANCHORS["meteor"].value]
    assert rating(ada, Pool.SOLO).value != 1500
