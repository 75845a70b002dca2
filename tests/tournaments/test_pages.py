"""The pages: what one reads and can do there, in few queries."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.export import export
from accounts.models import User
from games.clock import LIVE
from games.tables.models import Game
from games.tournaments import enrolment, runner
from games.tournaments.contest import TournamentContest
from games.tournaments.models import Pairing, Tournament, TournamentKind, TournamentStage
from tests.support.browsing import markup, text
from tests.support.factories import guest, player
from tests.tournaments.tournaments_factory import (
    T0,
    end,
    enrolled,
    game_of,
    no_player,
    plan,
    play_round,
    started,
    user,
)

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
FORM = {
    "name": "Autumn Cup",
    "kind": "swiss",
    "rounds": "0",
    "places": "16",
    "pace": "days-1",
    "starts_at": "",
}


@pytest.fixture
def ada(client: Client) -> User:
    """A player who is logged in."""
    found = player("ada", time_zone="Europe/Berlin")
    client.force_login(found)
    return found


def say(client: Client, verb: str, tournament: Tournament) -> Any:
    return client.post(reverse(f"tournament_{verb}", args=[tournament.pk]))


# --- hosting ---


def test_hosting_by_the_form(client: Client, ada: User) -> None:
    assert "Host a tournament" in text(client, reverse("tournaments"))
    assert "No clock" not in client.get(reverse("tournament_new")).content.decode()
    moment = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT18:00")
    data = {**FORM, "starts_at": moment, "duplicate": "on", "rounds": "5"}
    answer = client.post(reverse("tournament_new"), data)
    made = Tournament.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.host, made.most, made.rounds, made.duplicate) == (ada, 16, 5, True)
    assert made.starts_at is not None
    local = made.starts_at.astimezone(ada.zone)
    assert local.strftime("%Y-%m-%dT%H:%M") == moment
    assert "Autumn Cup" in text(client, reverse("tournaments"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"kind": "chess"},
        {"places": "3"},
        {"places": "many"},
        {"rounds": "17"},
        {"pace": "none"},
        {"starts_at": "2020-01-01T18:00"},
        {"starts_at": "soon"},
        {"pace": "bank", "start": "99"},
    ],
    ids=str,
)
def test_what_the_form_does_not_take(client: Client, ada: User, wrong: dict[str, str]) -> None:
    answer = client.post(reverse("tournament_new"), {**FORM, **wrong})
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    assert not Tournament.objects.exists()


def test_who_may_not_host(client: Client, ada: User) -> None:
    client.post(reverse("tournament_new"), FORM)
    assert client.post(reverse("tournament_new"), FORM).status_code == 409
    client.force_login(guest())
    assert "Sign up" in text(client, reverse("tournament_new"))
    assert client.post(reverse("tournament_new"), FORM).status_code == 403
    client.logout()
    assert client.get(reverse("tournament_new")).status_code == 302
    assert Tournament.objects.count() == 1


# --- before the start ---


def test_joining_leaving_starting(client: Client, ada: User) -> None:
    tournament = enrolment.host(ada, plan(), now=T0)
    page = tournament.get_absolute_url()
    assert "Join" in text(client, page)
    assert "A tournament needs 4 players: 4 more to go." in text(client, page)
    assert say(client, "join", tournament).status_code == 302
    assert "You have joined." in text(client, page)
    assert "Leave" in text(client, page)
    assert say(client, "start", tournament).status_code == 409
    say(client, "leave", tournament)
    assert "No players yet." in text(client, page)
    for number in range(4):
        enrolment.join(player(f"q{number}"), tournament.pk, now=T0)
    assert "A tournament needs 4" not in text(client, page)
    say(client, "start", tournament)
    assert "setting up" in text(client, page)
    assert 'hx-trigger="every 3s"' in client.get(page).content.decode()


def test_a_button_that_is_off_says_why(client: Client, ada: User) -> None:
    tournament = enrolled(4, most=4, starts_at=T0 + timedelta(days=1))
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=1))
    page = tournament.get_absolute_url()
    assert "All places are taken." in text(client, page)
    assert 'main" disabled' in client.get(page).content.decode()
    assert say(client, "join", tournament).status_code == 409
    client.logout()
    assert "Sign up to play in this tournament. Sign up" in text(client, page)
    assert say(client, "join", tournament).status_code == 302


def test_calling_off(client: Client, ada: User) -> None:
    tournament = enrolment.host(ada, plan(), now=T0)
    assert "Cancel the tournament" in text(client, tournament.get_absolute_url())
    client.force_login(player("eve"))
    assert "Cancel the tournament" not in text(client, tournament.get_absolute_url())
    answer = say(client, "cancel", tournament)
    assert answer.status_code == 403
    assert b"Only the host can do this." in answer.content
    client.force_login(ada)
    say(client, "cancel", tournament)
    assert "was cancelled" in text(client, tournament.get_absolute_url())


def test_looking_changes_nothing(client: Client, ada: User) -> None:
    tournament = enrolled(4)
    client.force_login(user("p1"))
    for verb in ("join", "leave", "start", "cancel", "withdraw"):
        address = reverse(f"tournament_{verb}", args=[tournament.pk])
        assert client.get(address).status_code == 405
        assert client.post(reverse(f"tournament_{verb}", args=[99])).status_code == 404
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.entrants.count()) == (TournamentStage.ENROLLING, 4)


# --- while it runs ---


def test_my_game_comes_first(client: Client) -> None:
    tournament = started(8)
    client.force_login(user("p8"))
    page = client.get(tournament.get_absolute_url()).content.decode()
    game = game_of(tournament, "p8")
    assert "You play against p4: " in page
    assert page.index(f'href="{game.get_absolute_url()}"') < page.index("<ol")
    tables = page.partition("<ol")[2].partition("</ol>")[0]
    assert tables.index("Table 4") < tables.index("Table 1")
    assert 'class="me"' in page
    assert "hx-trigger" not in page.partition('id="tournament"')[2].partition(">")[0]


def test_the_standings(client: Client) -> None:
    tournament = started(5)
    play_round(tournament)
    said = text(client, tournament.get_absolute_url())
    standings = said.partition("Standings")[2]
    assert "1 p4 1 2 1 1985 2 p2 1 1 1 1995" in standings  # p4 has the bye of round 2 already
    client.force_login(user("p1"))
    row = client.get(tournament.get_absolute_url()).content.decode()
    assert '<tr class="me">' in row


def test_withdrawing(client: Client) -> None:
    tournament = started(6)
    client.force_login(user("p6"))
    assert "Yes, withdraw" in text(client, tournament.get_absolute_url())
    say(client, "withdraw", tournament)
    said = text(client, tournament.get_absolute_url())
    assert "You have withdrawn" in said
    assert "p6 withdrew" in said
    assert "Yes, withdraw" not in said


def test_a_round_that_is_over_for_me(client: Client) -> None:
    tournament = started(4)
    pairing = Pairing.objects.select_related("first", "second").get(table=1)
    end(pairing, 1)
    client.force_login(user("p1"))
    said = text(client, tournament.get_absolute_url())
    assert "Your game of this round is over." in said
    assert "The next round begins when the last game of this one ends." in said


def test_a_knockout_page(client: Client) -> None:
    tournament = started(5, kind=TournamentKind.KNOCKOUT)
    client.force_login(user("p5"))
    play_round(tournament)
    said = text(client, tournament.get_absolute_url())
    assert "Semi-finals Table 1" in said
    assert "You are out of this tournament." in said
    assert "5 p5 1980 eliminated: Quarter-finals" in said
    assert "1 p1 2000 still playing" in said
    for _round in range(2):
        play_round(tournament)
    client.force_login(user("p2"))
    said = text(client, tournament.get_absolute_url())
    assert "winner: p1" in said
    assert "Your place: 2" in said
    assert "winner: p1" in text(client, reverse("tournaments"))


def test_a_player_who_has_lost_in_a_knockout_is_out_before_the_round_is_over(
    client: Client,
) -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    end(Pairing.objects.select_related("first", "second").get(table=1), 1)
    client.force_login(user("p4"))
    said = text(client, tournament.get_absolute_url())
    assert "You are out of this tournament." in said
    assert "Withdraw" not in said
    client.force_login(user("p1"))
    assert "You are out" not in text(client, tournament.get_absolute_url())


def test_after_two_draws_one_sees_who_goes_on(client: Client) -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    play_round(tournament, no_player)
    assert "second game" in text(client, tournament.get_absolute_url())
    play_round(tournament, no_player)
    page = markup(client.get(f"{tournament.get_absolute_url()}rounds/1/"))
    for name in ("p1", "p2"):
        assert re.search(
            rf'winner"><svg.{{,200}}?</svg><a class="plain" href="/players/{name}/"', page
        )
    assert not re.search(r'winner"><svg.{,200}?</svg><a class="plain" href="/players/p[34]/"', page)


def test_a_live_tournament_looks_again(client: Client) -> None:
    tournament = started(4, pace=LIVE[0])
    page = client.get(tournament.get_absolute_url()).content.decode()
    assert 'hx-trigger="every 15s"' in page


def test_odd_addresses(client: Client) -> None:
    tournament = started(4)
    assert client.get("/tournaments/99/").status_code == 404
    assert client.get(f"/tournaments/{tournament.pk}/rounds/2/").status_code == 404
    assert client.get(f"/tournaments/{tournament.pk}/rounds/x/").status_code == 404
    assert client.get("/tournaments/?page=x").status_code == 200
    fresh = enrolment.host(player("ada"), plan(), now=T0)
    assert client.get(f"/tournaments/{fresh.pk}/rounds/1/").status_code == 404


def test_a_player_who_is_gone_has_no_name(client: Client) -> None:
    tournament = started(4)
    play_round(tournament)
    user("p3").delete()
    for address in (tournament.get_absolute_url(), f"{tournament.get_absolute_url()}rounds/1/"):
        said = text(client, address)
        assert "p3" not in said
        assert "gone" in said


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(TournamentKind))
def test_a_tournament_of_128_needs_few_queries(
    client: Client, kind: TournamentKind, django_assert_max_num_queries: Any
) -> None:
    starts_at = T0 + timedelta(days=1)
    tournament = enrolled(128, kind=kind, duplicate=True, starts_at=starts_at)
    client.force_login(user("p7"))
    own = tournament.get_absolute_url()
    client.get(reverse("home"))
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(own)
    runner.run_tournaments(starts_at)
    assert Game.objects.count() == 64
    for address in (reverse("tournaments"), own, f"{own}rounds/1/"):
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(address).status_code == 200


# --- elsewhere ---


def test_home_shows_my_tournaments(client: Client, ada: User) -> None:
    soon = enrolment.host(ada, plan(name="Soon", starts_at=T0 + timedelta(days=2)), now=T0)
    enrolment.join(ada, soon.pk, now=T0)
    lines = TournamentContest().home(ada, T0)
    assert [line.text.partition(":")[0] for line in lines] == ["Soon starts"]
    assert TournamentContest().home(ada, T0 - timedelta(days=2)) == []
    tournament = started(4)
    assert [line.text for line in TournamentContest().home(user("p2"), T0)] == [
        "Autumn Cup: Round 1 in progress."
    ]
    enrolment.withdraw(user("p2"), tournament.pk, now=T0)
    assert TournamentContest().home(user("p2"), T0) == []


def test_a_table_says_what_it_is_played_for(client: Client) -> None:
    tournament = started(4)
    game = game_of(tournament, "p1")
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'<a href="{tournament.get_absolute_url()}">Autumn Cup, Round 1</a>' in page
    client.force_login(user("p1"))
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Pause the game" not in page
    assert "Give time" not in page


def test_the_export_has_my_tournaments() -> None:
    started(4)
    kept: Any = export(user("p1"))["tournaments"]
    assert len(kept["hosted"]) == 1
    assert kept["entered"][0]["name"] == "Autumn Cup"
    assert kept["entered"][0]["number"] == 1


def test_a_guest_is_refused_with_a_page(client: Client) -> None:
    client.force_login(guest())
    response = client.post(reverse("tournament_join", args=[1]))
    assert response.status_code == 403
    assert "refused.html" in [used.name for used in response.templates]
