"""Hosting, joining, leaving, starting, calling off, withdrawing."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.closing import delete_account
from accounts.models import User
from games.clock import LIVE
from games.fairplay.models import ActionKind, ModerationAction
from games.notifications.models import Notification
from games.tables.models import Game, Status
from games.tournaments import enrolment
from games.tournaments.models import (
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from games.tournaments.runner import run_tournaments
from tests.support.factories import guest, player, refusal
from tests.tournaments.tournaments_factory import (
    T0,
    enrolled,
    game_of,
    plan,
    play_round,
    started,
    user,
)

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def ada() -> User:
    return player("ada")


def host(user: User, **fields: object) -> Tournament:
    return enrolment.host(user, plan(**fields), now=T0)


def refused(status: int, verb: Callable[..., object], *args: object) -> str:
    """Call a service that must refuse, and change nothing of any tournament."""
    before = [list(rows.objects.order_by("pk").values()) for rows in (Tournament, Entrant, Pairing)]
    said = refusal(status, lambda: verb(*args, now=T0))
    after = [list(rows.objects.order_by("pk").values()) for rows in (Tournament, Entrant, Pairing)]
    assert before == after
    return said


def test_hosting(ada: User) -> None:
    made = host(ada, rounds=5, duplicate=True, pace=LIVE[0], starts_at=T0 + HOUR)
    assert (made.stage, made.live, made.rounds, made.duplicate) == ("enrolling", True, 5, True)
    assert not made.entrants.exists()
    assert host(player("ben"), kind=TournamentKind.KNOCKOUT, rounds=5).rounds == 0


def test_what_no_player_can_host(ada: User) -> None:
    refused(403, enrolment.host, guest(), plan())
    refused(422, enrolment.host, ada, plan(name=" "))
    refused(422, enrolment.host, ada, plan(most=3))
    refused(422, enrolment.host, ada, plan(most=129))
    refused(422, enrolment.host, ada, plan(rounds=10))
    refused(422, enrolment.host, ada, plan(starts_at=T0))
    refused(422, enrolment.host, ada, plan(starts_at=T0 + timedelta(days=60)))


def test_one_tournament_at_a_time_waits_for_players(ada: User) -> None:
    first = host(ada)
    refused(409, enrolment.host, ada, plan())
    enrolment.cancel(ada, first.pk, now=T0)
    host(ada)


def test_joining_and_leaving(ada: User) -> None:
    made = host(ada)
    for _twice in range(2):
        enrolment.join(ada, made.pk, now=T0)
    assert Entrant.objects.get().user == ada
    for _twice in range(2):
        enrolment.leave(ada, made.pk, now=T0)
    assert not Entrant.objects.exists()
    refused(403, enrolment.join, guest(), made.pk)
    refused(404, enrolment.join, ada, made.pk + 1)


def test_a_player_who_is_barred_from_rated_games_stays_out(ada: User) -> None:
    made = host(player("ben"))
    ModerationAction.objects.create(
        what=ActionKind.BAR, player=ada, until=T0 + timedelta(days=9), why="-"
    )
    refused(403, enrolment.join, ada, made.pk)
    refused(403, enrolment.host, ada, plan())


def test_the_last_place_starts_a_tournament_without_a_moment() -> None:
    tournament = enrolled(4, most=4)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.RUNNING
    assert Pairing.objects.count() == 2
    refused(409, enrolment.join, player("late"), tournament.pk)
    refused(409, enrolment.leave, user("p1"), tournament.pk)


def bar(name: str, days: int = 9) -> None:
    until = T0 + timedelta(days=days)
    ModerationAction.objects.create(what=ActionKind.BAR, player=user(name), until=until, why="-")


@pytest.mark.parametrize("how", ["closed", "barred"])
def test_the_last_place_waits_for_one_more_if_a_player_can_not_play(how: str) -> None:
    tournament = enrolled(3, most=4)
    if how == "closed":
        User.objects.filter(username="p2").update(is_active=False)
    else:
        bar("p2")
    enrolment.join(player("p4"), tournament.pk, now=T0)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.ENROLLING
    enrolment.join(player("p5"), tournament.pk, now=T0)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.RUNNING
    playing = tournament.entrants.values_list("user__username", flat=True)
    assert set(playing) == {"p1", "p3", "p4", "p5"}


def test_a_place_of_a_closed_account_is_free() -> None:
    tournament = enrolled(4, most=4, starts_at=T0 + HOUR)
    User.objects.filter(username="p2").update(is_active=False)
    enrolment.join(player("late"), tournament.pk, now=T0)
    assert tournament.entrants.count() == 4


@pytest.mark.parametrize("kind", TournamentKind)
def test_with_all_but_one_barred_a_tournament_is_called_off(kind: TournamentKind) -> None:
    tournament = enrolled(4, kind=kind, starts_at=T0 + HOUR)
    for name in ("p1", "p2", "p3"):
        bar(name)
    assert "at least 4" in refused(409, enrolment.start, user("p1"), tournament.pk)
    run_tournaments(T0 + HOUR)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED


def test_a_full_tournament_with_a_moment_waits_for_it() -> None:
    tournament = enrolled(4, most=4, starts_at=T0 + HOUR)
    assert refused(409, enrolment.join, player("late"), tournament.pk) == "All places are taken."
    run_tournaments(T0 + HOUR - timedelta(seconds=1))
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.ENROLLING
    run_tournaments(T0 + HOUR)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.RUNNING
    assert Game.objects.filter(status=Status.RUNNING).count() == 2


def test_no_player_joins_or_leaves_when_the_start_is_due() -> None:
    tournament = enrolled(4, starts_at=T0 + HOUR)
    Tournament.objects.update(starts_at=T0)
    refused(409, enrolment.join, player("late"), tournament.pk)
    refused(409, enrolment.leave, user("p2"), tournament.pk)


def test_only_the_host_starts_it_and_with_four_at_least() -> None:
    tournament = enrolled(3)
    p1 = user("p1")
    refused(403, enrolment.start, user("p2"), tournament.pk)
    assert "at least 4" in refused(409, enrolment.start, p1, tournament.pk)
    enrolment.join(player("p4"), tournament.pk, now=T0)
    for _twice in range(2):
        enrolment.start(p1, tournament.pk, now=T0)
    assert Pairing.objects.count() == 2
    refused(409, enrolment.cancel, p1, tournament.pk)


def test_calling_off_tells_every_player_once() -> None:
    tournament = enrolled(3)
    refused(403, enrolment.cancel, user("p2"), tournament.pk)
    for _twice in range(2):
        enrolment.cancel(user("p1"), tournament.pk, now=T0)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED
    told = Notification.objects.filter(key=f"tournament_cancelled {tournament.pk}")
    assert {notification.user.username for notification in told} == {"p1", "p2", "p3"}
    refused(409, enrolment.join, player("late"), tournament.pk)
    refused(409, enrolment.start, user("p1"), tournament.pk)


def test_too_few_players_at_the_start_call_it_off() -> None:
    tournament = enrolled(4, starts_at=T0 + HOUR)
    User.objects.filter(username="p4").update(is_active=False)
    run_tournaments(T0 + HOUR)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED
    assert Notification.objects.filter(kind="tournament_cancelled").count() == 3


def test_a_tournament_that_no_player_starts_is_called_off_after_a_month() -> None:
    """Also with enough players: who entered a month ago may not expect a game any more."""
    tournament = enrolled(5)
    run_tournaments(T0 + timedelta(days=29))
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.ENROLLING
    run_tournaments(T0 + timedelta(days=30))
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED


def test_a_player_who_withdraws_loses_the_running_game_and_plays_no_more() -> None:
    tournament = started(6)
    game = game_of(tournament, "p1")
    for _twice in range(2):
        enrolment.withdraw(user("p1"), tournament.pk, now=T0)
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert game.winner == game.seats.exclude(user=user("p1")).get().side
    play_round(tournament)
    assert Pairing.objects.filter(round__number=2).count() == 3  # two tables and a bye
    assert not Pairing.objects.filter(round__number=2, first__user__username="p1").exists()
    assert not Pairing.objects.filter(round__number=2, second__user__username="p1").exists()
    refused(403, enrolment.withdraw, player("eve"), tournament.pk)


def test_no_player_withdraws_before_the_start() -> None:
    tournament = enrolled(4)
    refused(409, enrolment.withdraw, user("p1"), tournament.pk)


def test_a_player_who_withdraws_before_their_game_starts_has_lost_it() -> None:
    tournament = enrolled(4)
    enrolment.start(user("p1"), tournament.pk, now=T0)
    enrolment.withdraw(user("p1"), tournament.pk, now=T0)
    run_tournaments(T0)
    pairing = Pairing.objects.exclude(score=PairingScore.OPEN).get()
    assert pairing.game is None
    assert pairing.second is not None
    winner = pairing.first if pairing.score == PairingScore.FIRST else pairing.second
    assert winner.name == "p3"


def test_an_account_that_is_deleted_withdraws() -> None:
    tournament = started(6)
    delete_account(user("p2"))
    entrant = Entrant.objects.get(user=None)
    assert entrant.withdrew_at is not None
    assert entrant.name == "gone"
    play_round(tournament)
    assert Pairing.objects.filter(round__number=2).count() == 3
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.RUNNING


def test_a_host_who_deletes_their_account_calls_off_what_has_not_started() -> None:
    tournament = enrolled(5)
    delete_account(user("p1"))
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.host) == (TournamentStage.CANCELLED, None)
    assert tournament.entrants.count() == 4
    assert Notification.objects.filter(kind="tournament_cancelled").count() == 4
