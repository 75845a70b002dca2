"""A knock-out from round to round: draws, empty places in the bracket, games taken back."""

from datetime import timedelta

import pytest

from games.fairplay.models import ActionKind, ModerationAction
from games.tables import providers
from games.tables.models import Status
from games.tables.services.annulment import annul
from games.tournaments import enrolment
from games.tournaments.models import Pairing, PairingScore, TournamentKind, TournamentStage
from games.tournaments.runner import run_tournaments
from tests.support.factories import sweep
from tests.tournaments.tournaments_factory import (
    T0,
    end,
    game_of,
    no_player,
    pairs,
    places,
    play_round,
    started,
    user,
)

pytestmark = pytest.mark.django_db


def both(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_a_knockout_from_start_to_end() -> None:
    tournament = started(6, kind=TournamentKind.KNOCKOUT)
    assert tournament.rounds == 3
    quarters = {both("p1"), both("p2"), both("p4", "p5"), both("p3", "p6")}
    assert pairs(tournament, 1) == quarters
    play_round(tournament)
    assert pairs(tournament, 2) == {both("p1", "p4"), both("p2", "p3")}
    play_round(tournament)
    assert pairs(tournament, 3) == {both("p1", "p2")}
    occasion = providers.occasion(game_of(tournament, "p1"))
    assert occasion is not None
    assert occasion.text == "Autumn Cup, Final"
    play_round(tournament)
    assert tournament.stage == TournamentStage.FINISHED
    assert places(tournament) == {"p1": 1, "p2": 2, "p3": 3, "p4": 3, "p5": 5, "p6": 5}


@pytest.mark.parametrize("barred", ["p1", "p2"])
def test_with_a_barred_finalist_the_other_one_wins(barred: str) -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    ModerationAction.objects.create(
        what=ActionKind.BAR, player=user(barred), until=T0 + timedelta(days=90), why="-"
    )
    play_round(tournament)
    assert tournament.stage == TournamentStage.FINISHED
    winner = "p2" if barred == "p1" else "p1"
    assert places(tournament) == {winner: 1, barred: 2, "p3": 3, "p4": 3}


def test_a_drawn_game_is_played_again_with_sides_changed_and_once_only() -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    play_round(tournament, no_player)
    assert tournament.all_rounds.count() == 1
    for table in (1, 2):
        one, two = Pairing.objects.filter(table=table)
        assert (one.score, two.score, two.nth) == (PairingScore.DRAW, PairingScore.OPEN, 2)
        assert (two.first, two.second) == (one.second, one.first)
        assert two.game is not None
        assert two.game.status == Status.RUNNING
    play_round(tournament, no_player)
    assert pairs(tournament, 2) == {both("p1", "p2")}


def test_if_both_are_late_no_player_goes_on_and_who_waits_has_a_bye() -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    pairing = Pairing.objects.select_related("first", "second").get(table=2)
    now = T0 + timedelta(days=30)
    other = Pairing.objects.select_related("first", "second").get(table=1)
    end(other, 1, now=T0)
    sweep(now)
    pairing.refresh_from_db()
    assert pairing.score == PairingScore.NONE
    run_tournaments(now)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.FINISHED
    assert places(tournament) == {"p1": 1, "p2": 3, "p3": 3, "p4": 3}


def test_an_empty_place_in_the_bracket_does_not_end_it() -> None:
    """Two who go on without a game still meet in the next round."""
    tournament = started(8, kind=TournamentKind.KNOCKOUT)
    play_round(tournament, again=False)
    for name in ("p3", "p4"):
        enrolment.withdraw(user(name), tournament.pk, now=T0)
    run_tournaments(T0)
    assert pairs(tournament, 2) == {both("p1"), both("p2")}
    assert pairs(tournament, 3) == {both("p1", "p2")}
    play_round(tournament)
    assert places(tournament)["p1"] == 1
    assert places(tournament)["p3"] == 3


def test_an_annulled_game_of_a_knockout_lets_the_better_number_go_on() -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    pairing = Pairing.objects.select_related("first", "second").get(table=1)
    end(pairing, 4)
    assert pairing.game_id is not None
    annul(pairing.game_id)
    play_round(tournament)
    assert pairs(tournament, 2) == {both("p1", "p2")}
    last = Pairing.objects.get(table=2, round__number=1)
    assert last.game_id is not None
    before = last.score
    annul(last.game_id)
    last.refresh_from_db()
    assert last.score == before
