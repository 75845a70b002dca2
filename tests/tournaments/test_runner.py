"""Rounds one after the other: Swiss, knock-out, the end, the site's own; once, and by many."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from accounts.blocking import block
from accounts.models import User
from common.refusals import Refused
from games.clock import LIVE
from games.fairplay.models import ActionKind, ModerationAction
from games.notifications.kinds import kind_of
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.notifications.reasons import GONE
from games.ratings.models import PlayerResult
from games.tables.models import Ending, Game, ProposalKind, Status
from games.tables.services import ending, play, starting
from games.tables.services.agreements import give_time, propose
from games.tables.services.annulment import annul, restore
from games.tournaments import contest, enrolment, runner
from games.tournaments.models import (
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentRound,
    TournamentStage,
)
from games.tournaments.monthly import start_in
from games.tournaments.runner import run_tournaments
from tests.support.factories import at_once, player, sweep
from tests.tournaments.tournaments_factory import (
    T0,
    end,
    enrolled,
    game_of,
    pairs,
    places,
    play_round,
    started,
    user,
)

pytestmark = pytest.mark.django_db


def both(*names: str) -> frozenset[str]:
    return frozenset(names)


# --- Swiss ---


def test_a_swiss_tournament_from_start_to_end() -> None:
    tournament = started(6)
    assert (tournament.stage, tournament.rounds) == (TournamentStage.RUNNING, 3)
    assert pairs(tournament, 1) == {both("p1", "p4"), both("p2", "p5"), both("p3", "p6")}
    for number in (2, 3):
        play_round(tournament)
        assert tournament.all_rounds.count() == number
    play_round(tournament)
    assert tournament.stage == TournamentStage.FINISHED
    assert next(iter(places(tournament).items())) == ("p1", 1)
    assert sorted(place or 0 for place in places(tournament).values()) == [1, 2, 3, 4, 5, 6]
    told = Notification.objects.filter(kind="tournament_over")
    assert {(each.user.username, each.data["place"]) for each in told} == set(
        places(tournament).items()
    )


def test_the_next_round_waits_for_the_last_game() -> None:
    tournament = started(6)
    games = list(Pairing.objects.select_related("first", "second"))
    for pairing in games[:2]:
        end(pairing, pairing.first.number)
    run_tournaments(T0)
    assert tournament.all_rounds.count() == 1
    end(games[2], None)
    assert Pairing.objects.get(pk=games[2].pk).score == PairingScore.DRAW
    run_tournaments(T0)
    assert tournament.all_rounds.get(number=1).over_at == T0
    assert tournament.all_rounds.count() == 2


def test_the_end_of_a_game_wakes_its_tournament(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = started(4)
    woken: list[int] = []
    monkeypatch.setattr(contest, "wake_tournament", woken.append)
    pairing = Pairing.objects.select_related("first", "second")[0]
    with django_capture_on_commit_callbacks(execute=True):
        end(pairing, pairing.first.number)
    assert woken == [tournament.pk]


def test_games_are_rated_and_at_league_pace_and_the_first_one_begins() -> None:
    started(4)
    for pairing in Pairing.objects.select_related("first", "game"):
        game = pairing.game
        assert game is not None
        assert (game.rated, game.league, game.public, game.sealed) == (True, True, True, False)
        assert game.seats.get(user=pairing.first.user).side == 1 - game.second_side
    assert Game.objects.values("seed").distinct().count() == 2


def test_a_live_tournament() -> None:
    started(4, pace=LIVE[1])
    assert set(Game.objects.values_list("live", "league")) == {(True, False)}


def test_an_odd_number_has_a_bye_which_counts_as_a_win() -> None:
    tournament = started(5)
    assert both("p5") in pairs(tournament, 1)
    notification = Notification.objects.get(kind="tournament_bye")
    assert notification.user.username == "p5"
    said = compose(notification, T0)
    assert said.title == "Autumn Cup"
    assert said.headline == "Round 1: you have a bye, which counts as a win."
    assert kind_of(notification).stale() == ""
    play_round(tournament)
    assert kind_of(notification).stale() == GONE
    assert len([pair for pair in pairs(tournament, 2) if len(pair) == 1]) == 1
    assert both("p5") not in pairs(tournament, 2)


def test_both_players_hear_of_their_game_once() -> None:
    started(4)
    for number in range(1, 5):
        assert Notification.objects.filter(user=user(f"p{number}")).count() == 1


def test_a_block_keeps_no_opponent_away() -> None:
    tournament = enrolled(4)
    block(user("p3"), user("p1"), True)
    enrolment.start(user("p1"), tournament.pk, now=T0)
    run_tournaments(T0)
    assert pairs(tournament, 1) == {both("p1", "p3"), both("p2", "p4")}
    assert Game.objects.filter(status=Status.RUNNING).count() == 2


def test_a_tournament_where_all_but_one_withdraw_ends() -> None:
    tournament = started(4)
    for number in (2, 3, 4):
        enrolment.withdraw(user(f"p{number}"), tournament.pk, now=T0)
    run_tournaments(T0)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.FINISHED
    assert places(tournament)["p1"] == 1


# --- how games end ---


def test_a_player_who_is_late_has_lost_also_before_the_first_turn() -> None:
    """At the mulligan both are asked: who has answered wins, and both lose if neither has."""
    tournament = started(4)
    games = [pairing.game for pairing in Pairing.objects.select_related("game")]
    assert games[0] is not None
    seat = games[0].seats.get(number=0)
    assert seat.user is not None
    play.submit_actions(seat.user, games[0].pk, ["redraw"], 0, now=T0)
    sweep(T0 + timedelta(days=30))
    kept, lost = Pairing.objects.select_related("first").order_by("table")
    assert kept.score == (
        PairingScore.FIRST if kept.first.user == seat.user else PairingScore.SECOND
    )
    assert lost.score == PairingScore.NONE
    run_tournaments(T0 + timedelta(days=30))
    assert tournament.all_rounds.count() == 2


def test_an_annulled_game_counts_as_drawn_also_after_the_end() -> None:
    tournament = started(4)
    game = game_of(tournament, "p1")
    for _round in range(3):
        play_round(tournament)
    assert tournament.stage == TournamentStage.FINISHED
    before = places(tournament)
    annul(game.pk)
    assert Pairing.objects.get(game=game).score == PairingScore.DRAW
    assert before["p1"] == places(tournament)["p1"] == 1
    final = [game.pk for game in Game.objects.filter(seats__user=user("p1"))]
    for pk in final:
        if Game.objects.get(pk=pk).status == Status.FINISHED:
            annul(pk)
    assert places(tournament)["p1"] != 1


def test_a_game_that_counts_again_counts_as_it_ended() -> None:
    tournament = started(4)
    game = game_of(tournament, "p1")
    for _round in range(3):
        play_round(tournament)
    before, score = places(tournament), Pairing.objects.get(game=game).score
    for pairing in Pairing.objects.filter(first__user=user("p1")):
        annul(pairing.game_id or 0)
        restore(pairing.game_id or 0)
    annul(game.pk)
    restore(game.pk)
    assert Pairing.objects.get(game=game).score == score
    assert places(tournament) == before


def test_a_player_who_is_barred_from_rated_games_is_not_paired_meanwhile() -> None:
    tournament = started(6)
    ModerationAction.objects.create(
        what=ActionKind.BAR, player=user("p1"), until=T0 + timedelta(days=9), why="-"
    )
    User.objects.filter(username="p2").update(is_active=False)
    play_round(tournament)
    assert {name for pair in pairs(tournament, 2) for name in pair} == {"p3", "p4", "p5", "p6"}
    play_round(tournament, now=T0 + timedelta(days=10))
    assert {name for pair in pairs(tournament, 3) for name in pair} == {
        *("p1", "p3", "p4", "p5", "p6")
    }


def test_no_player_calls_a_game_off_or_changes_its_time() -> None:
    tournament = started(4)
    game, p1 = game_of(tournament, "p1"), user("p1")
    with pytest.raises(Refused, match="game of a contest"):
        ending.abort(p1, game.pk, now=T0)
    for kind in (ProposalKind.PAUSE, ProposalKind.PACE):
        with pytest.raises(Refused, match="players are waiting"):
            propose(p1, game.pk, kind, now=T0)
    with pytest.raises(Refused, match="players are waiting"):
        give_time(p1, game.pk, 24, now=T0)


# --- once ---


def test_running_twice_is_running_once() -> None:
    started(6)
    for _twice in range(3):
        run_tournaments(T0)
    assert TournamentRound.objects.count() == 1
    assert Game.objects.count() == Pairing.objects.count() == 3


def test_what_fails_holds_up_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tournament = enrolled(4)
    enrolment.start(user("p1"), tournament.pk, now=T0)
    honest = starting.start_game
    broken = user("p1")

    def failing(first: Any, second: Any, *args: Any, **options: Any) -> Game:
        if broken in (first, second):
            raise RuntimeError("no cards")
        return honest(first, second, *args, **options)

    monkeypatch.setattr(starting, "start_game", failing)
    run_tournaments(T0)
    assert Game.objects.count() == 1
    assert "could not continue" in caplog.text
    monkeypatch.setattr(starting, "start_game", honest)
    run_tournaments(T0)
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_start_by_several_at_once_is_one_start() -> None:
    tournament = enrolled(6)
    p1 = user("p1")
    done = at_once(*[lambda: enrolment.start(p1, tournament.pk, now=T0)] * 4)
    assert [type(each) for each in done] == [Tournament] * 4
    assert TournamentRound.objects.count() == 1
    done = at_once(*[lambda: run_tournaments(T0)] * 4)
    assert done == [None] * 4
    assert Game.objects.count() == Pairing.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_round_paired_by_several_at_once_is_one_round() -> None:
    tournament = started(8)
    play_round(tournament, again=False)
    done = at_once(*[lambda: run_tournaments(T0)] * 4)
    assert done == [None] * 4
    assert TournamentRound.objects.count() == 2
    assert Pairing.objects.filter(round__number=2).count() == 4
    assert Game.objects.count() == 8


@pytest.mark.django_db(transaction=True)
def test_the_last_place_goes_to_one_of_two() -> None:
    tournament = enrolled(4, most=5)
    late = [player("late1"), player("late2")]
    done = at_once(*[lambda one=one: enrolment.join(one, tournament.pk, now=T0) for one in late])
    assert sorted(type(each).__name__ for each in done) == ["Refused", "Tournament"]
    assert tournament.entrants.count() == 5
    assert TournamentRound.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_games_that_end_at_once_while_the_round_is_looked_at() -> None:
    tournament = started(4)
    games = list(Pairing.objects.select_related("first", "second"))
    done = at_once(
        lambda: end(games[0], games[0].first.number),
        lambda: end(games[1], games[1].first.number),
        lambda: run_tournaments(T0),
        lambda: enrolment.withdraw(user("p4"), tournament.pk, now=T0),
    )
    assert not [each for each in done if isinstance(each, Exception) and not _is_over(each)]
    run_tournaments(T0)
    assert not Pairing.objects.filter(round__number=1, score=PairingScore.OPEN).exists()
    assert TournamentRound.objects.filter(number=2).count() == 1


def _is_over(error: Exception) -> bool:
    return isinstance(error, Refused) and str(error) == "The game is over."


# --- by itself ---


def test_the_site_hosts_one_a_month_once() -> None:
    first = datetime(2026, 5, 1, tzinfo=UTC)
    monthly = Tournament.objects.exclude(month=None)
    for _twice in range(2):
        run_tournaments(first)
    tournament = monthly.get()
    assert tournament.title == "Cup of May 2026"
    assert tournament.starts_at == start_in(2026, 5) == datetime(2026, 5, 9, 18, tzinfo=UTC)
    assert (tournament.host, tournament.rounds, tournament.most) == (None, 5, 128)
    run_tournaments(datetime(2026, 5, 20, tzinfo=UTC))
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED
    assert monthly.count() == 1
    run_tournaments(datetime(2026, 6, 1, tzinfo=UTC))
    assert monthly.count() == 2


def test_the_second_saturday() -> None:
    for month in range(1, 13):
        starts = start_in(2026, month)
        assert starts.strftime("%A") == "Saturday"
        assert 8 <= starts.day <= 14


@pytest.mark.django_db(transaction=True)
def test_the_tournament_of_the_month_made_by_several_at_once_is_one() -> None:
    first = datetime(2026, 5, 1, tzinfo=UTC)
    done = at_once(*[lambda: run_tournaments(first)] * 4)
    assert done == [None] * 4
    assert Tournament.objects.exclude(month=None).count() == 1
    assert Tournament.objects.values("day").distinct().count() == Tournament.objects.count()


def test_a_game_that_starts_while_its_player_withdraws_is_given_up_later() -> None:
    tournament = started(4)
    game = game_of(tournament, "p2")
    Entrant.objects.filter(user=user("p2")).update(withdrew_at=T0)
    run_tournaments(T0)
    game.refresh_from_db()
    assert (game.status, game.ending) == (Status.FINISHED, Ending.RESIGNATION)
    assert game.winner == game.seats.exclude(user=user("p2")).get().side
    assert PlayerResult.objects.filter(game=game).count() == 2


def test_a_game_ends_whole_or_not_at_all() -> None:
    """The result of a pairing is written in the transaction in which the game ends."""
    started(4)
    pairing = Pairing.objects.select_related("first", "second")[0]

    def fail() -> None:
        with transaction.atomic():
            end(pairing, pairing.first.number)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    pairing.refresh_from_db()
    assert pairing.score == PairingScore.OPEN
    runner.run_tournament(pairing.round.tournament_id, T0)
    assert TournamentRound.objects.count() == 1
