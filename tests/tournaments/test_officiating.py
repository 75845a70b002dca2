"""Moderators cancel tournaments, remove entrants and decide pairings, but nothing of their own."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.models import Notification
from games.tables.models import Ending, Game, Status
from games.tournaments import officiating
from games.tournaments.models import (
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from games.tournaments.runner import run_tournament, run_tournaments
from tests.support.factories import player, refusal
from tests.tournaments.tournaments_factory import (
    T0,
    end,
    enrolled,
    places,
    play_round,
    started,
    user,
)

pytestmark = pytest.mark.django_db
FIRST, SECOND, DRAW = PairingScore.FIRST, PairingScore.SECOND, PairingScore.DRAW


@pytest.fixture
def mod() -> User:
    return player("mod", is_staff=True, is_superuser=True)


def entrant_of(tournament: Tournament, name: str) -> Entrant:
    return tournament.entrants.get(user__username=name)


def pairing_of(tournament: Tournament, name: str) -> Pairing:
    """Return the latest pairing of a player."""
    pairings = Pairing.objects.filter(round__tournament=tournament).order_by("-pk")
    mine = pairings.filter(first__user__username=name) | pairings.filter(
        second__user__username=name
    )
    pairing = mine.first()
    assert pairing is not None
    return pairing


def decide(mod: User, pairing: Pairing, score: PairingScore) -> Pairing:
    officiating.adjudicate(mod, pairing.pk, score, now=T0)
    pairing.refresh_from_db()
    return pairing


# --- cancelling ---


def test_a_tournament_is_cancelled_before_its_start() -> None:
    tournament = enrolled(4)
    for _time in range(2):
        officiating.cancel(tournament.pk, now=T0)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED
    assert Notification.objects.filter(kind="tournament_cancelled").count() == 4
    refusal(404, officiating.cancel, 2**40)


def test_games_of_a_cancelled_tournament_are_played_on_and_nothing_follows(client: Client) -> None:
    tournament = started(4, duplicate=True)
    officiating.cancel(tournament.pk, now=T0)
    assert Game.objects.filter(status=Status.RUNNING).count() == 2
    play_round(tournament)
    assert tournament.stage == TournamentStage.CANCELLED
    assert tournament.all_rounds.count() == 1
    assert not Game.objects.filter(sealed=True).exists(), "the deal is opened"
    assert {*places(tournament).values()} == {None}
    assert client.get(tournament.get_absolute_url()).status_code == 200


def test_one_deal_of_a_cancelled_tournament_stays_closed_until_no_table_plays_it() -> None:
    tournament = started(4, duplicate=True)
    officiating.cancel(tournament.pk, now=T0)
    first, second = Pairing.objects.filter(round__tournament=tournament)
    end(first, first.first.number)
    run_tournaments(T0)
    assert Game.objects.filter(sealed=True, public=False).count() == 2
    run_tournament(tournament.pk, T0)
    assert Game.objects.filter(sealed=True, public=False).count() == 2
    end(second, second.first.number)
    run_tournament(tournament.pk, T0)
    assert not Game.objects.filter(sealed=True).exists()


def test_a_drawn_game_of_a_cancelled_knock_out_is_not_replayed() -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    officiating.cancel(tournament.pk, now=T0)
    play_round(tournament, lambda _pairing: None)
    assert Pairing.objects.count() == Game.objects.count() == 2


def test_what_is_over_is_not_cancelled() -> None:
    tournament = started(4)
    while tournament.stage == TournamentStage.RUNNING:
        play_round(tournament)
    refusal(409, officiating.cancel, tournament.pk)


# --- removing ---


def test_an_entrant_is_removed_before_the_start(mod: User) -> None:
    tournament = enrolled(4)
    officiating.remove(mod, entrant_of(tournament, "p3").pk, now=T0)
    assert not tournament.entrants.filter(user__username="p3").exists()
    told = Notification.objects.get(kind="tournament_removed")
    assert told.user == user("p3")


def test_an_entrant_who_plays_loses_the_game(mod: User) -> None:
    tournament = started(4)
    pairing = pairing_of(tournament, "p1")
    entrant = entrant_of(tournament, "p1")
    officiating.remove(mod, entrant.pk, now=T0)
    pairing.refresh_from_db()
    assert pairing.game is not None
    assert pairing.game.ending == Ending.RESIGNATION
    assert pairing.score == (SECOND if pairing.first == entrant else FIRST)
    refusal(409, officiating.remove, mod, entrant.pk)


# --- deciding ---


@pytest.mark.parametrize("score", [FIRST, SECOND, DRAW])
def test_a_running_game_ends_as_decided(mod: User, score: PairingScore) -> None:
    pairing = decide(mod, pairing_of(started(4), "p1"), score)
    assert pairing.score == score
    assert pairing.game is not None
    assert pairing.game.status == Status.FINISHED
    first = 1 - pairing.game.second_side
    winner = {FIRST: first, SECOND: 1 - first, DRAW: None}[score]
    assert pairing.game.winner == winner


def test_the_next_round_follows_a_decision(mod: User) -> None:
    tournament = started(4)
    for pairing in Pairing.objects.all():
        decide(mod, pairing, FIRST)
    run_tournaments(T0)
    assert tournament.all_rounds.count() == 2


def test_a_result_is_replaced_and_the_places_follow(mod: User) -> None:
    tournament = started(4)
    while tournament.stage == TournamentStage.RUNNING:
        play_round(tournament)
    assert places(tournament)["p1"] == 1
    for pairing in Pairing.objects.filter(first__number=1):
        decide(mod, pairing, SECOND)
    for pairing in Pairing.objects.filter(second__number=1):
        decide(mod, pairing, FIRST)
    assert places(tournament)["p1"] == 4
    assert Game.objects.filter(ending=Ending.POPULAR).count() == Game.objects.count()


def test_a_pairing_whose_game_has_not_begun_is_decided(mod: User) -> None:
    tournament = started(4)
    pairing = pairing_of(tournament, "p1")
    Pairing.objects.filter(pk=pairing.pk).update(game=None)
    assert decide(mod, pairing, SECOND).score == SECOND


def test_a_knock_out_needs_a_winner_and_its_rounds_stay(mod: User) -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    early = pairing_of(tournament, "p1")
    play_round(tournament, again=False)
    refusal(422, officiating.adjudicate, mod, early.pk, DRAW)
    decide(mod, early, SECOND)
    run_tournaments(T0)
    refusal(409, officiating.adjudicate, mod, early.pk, FIRST)


def test_no_moderator_decides_about_themselves(mod: User) -> None:
    tournament = started(4)
    entrant = entrant_of(tournament, "p1")
    pairing = pairing_of(tournament, "p1")
    own = user("p1")
    refusal(403, officiating.remove, own, entrant.pk)
    refusal(403, officiating.adjudicate, own, pairing.pk, FIRST)
    refusal(404, officiating.adjudicate, mod, 2**40, FIRST)
    refusal(404, officiating.remove, mod, 2**40)


def test_the_admin_shows_no_seed_and_logs_each_decision(client: Client, mod: User) -> None:
    tournament = started(4, duplicate=True)
    seed = tournament.all_rounds.get().seed
    client.force_login(mod)
    for model, row, action in (
        ("pairing", Pairing.objects.all()[0], "second_wins"),
        ("entrant", entrant_of(tournament, "p4"), "remove"),
        ("tournament", tournament, "cancel"),
    ):
        listed = reverse(f"admin:tournaments_{model}_changelist")
        change = reverse(f"admin:tournaments_{model}_change", args=[row.pk])
        for page in (client.get(listed, {"q": "p1"}), client.get(listed), client.get(change)):
            assert page.status_code == 200
            assert seed not in page.content.decode()
        assert client.post(change, {}).status_code == 403
        sent = client.post(listed, {"action": action, "_selected_action": [row.pk]})
        assert sent.status_code == 302
        assert LogEntry.objects.filter(object_id=str(row.pk), user=mod).exists(), action
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.CANCELLED
