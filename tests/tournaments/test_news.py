"""A webhook follows a tournament: rounds, results, the end."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.notifications import outbox
from games.notifications.models import Delivery, Notification
from games.tournaments import enrolment, rounds
from games.tournaments.models import Tournament, TournamentKind, TournamentStage
from games.tournaments.runner import run_tournaments
from tests.support.browsing import log_in_freshly
from tests.support.factories import player, sweep
from tests.tournaments.tournaments_factory import T0, enrolled, play_round, started

following = pytest.importorskip("games.notifications.webhook.following")
sending = pytest.importorskip("games.notifications.webhook.sending")
short_message = pytest.importorskip("games.notifications.short_messages").short_message
pytestmark = pytest.mark.django_db


def followed(tournament: Tournament) -> Any:
    """Let a player follow a tournament."""
    fan = player("fan", language="en")
    url = "https://hook.example/1"
    return following.follow(fan, "tournament", str(tournament.pk), url=url, form="json", now=T0)


def posts(hook: Any) -> list[Any]:
    """Return what is posted to a webhook, but for its first post."""
    rows = Notification.objects.filter(data__address=hook.pk).order_by("pk")
    assert Delivery.objects.filter(notification__in=rows).count() == len(rows)
    return [sending.in_json(short_message(row, T0), T0) for row in rows[1:]]


def test_rounds_results_and_the_end_are_posted() -> None:
    tournament = enrolled(4, rounds=3)
    hook = followed(tournament)
    assert tournament.host is not None
    enrolment.start(tournament.host, tournament.pk, now=T0)
    run_tournaments(T0)
    for _round in range(3):
        play_round(tournament)
    posted = posts(hook)
    hook.refresh_from_db()
    assert hook.over_at is not None
    assert [post["event"] for post in posted].count("round") == 3
    assert posted[0]["text"].startswith("Round 1 begins.\n")
    assert "p1 – p3" in posted[0]["text"] or "p3 – p1" in posted[0]["text"]
    assert posted[0]["facts"] == {"round": 1}
    results = [post["facts"] for post in posted if post["event"] == "game"]
    assert len(results) == 6
    assert {facts["score"] for facts in results} <= {"first", "second"}
    assert all(facts["game"] for facts in results)
    assert (posted[-1]["event"], posted[-1]["facts"]) == ("ended", {"winners": ["p1"]})
    assert posted[-1]["text"] == "The tournament is over. Winner: p1"
    assert {post["title"] for post in posted} == {"Autumn Cup"}
    assert all(
        post["subject"] == {"kind": "tournament", "id": str(tournament.pk)} for post in posted
    )


def test_a_cancelled_tournament_and_a_deleted_one() -> None:
    tournament = enrolled(4)
    hook = followed(tournament)
    rounds.cancel(tournament, T0)
    [posted] = posts(hook)
    assert (posted["text"], posted["facts"]) == ("The tournament is cancelled.", {"winners": []})
    other = Tournament.objects.get(pk=tournament.pk)
    other.delete()
    outbox.send_due(T0, [sending.KEY])
    assert {delivery.reason for delivery in Delivery.objects.filter(channel=sending.KEY)} == {
        "gone"
    }
    following.forget(T0)
    hook = type(hook).objects.filter(pk=hook.pk)
    assert not hook.exists()


def test_a_final_that_both_players_lose_has_no_winner() -> None:
    tournament = started(4, kind=TournamentKind.KNOCKOUT)
    hook = followed(tournament)
    play_round(tournament)
    late = T0 + timedelta(days=30)
    sweep(late)
    run_tournaments(late)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.FINISHED
    posted = posts(hook)[-1]
    assert posted["text"] == "This tournament is over."
    assert posted["facts"] == {"winners": []}


def test_the_page_of_a_tournament_offers_it(client: Client) -> None:
    tournament = started(4)
    address = f"/webhooks/follow/tournament/{tournament.pk}/"
    page = tournament.get_absolute_url()
    assert address not in client.get(page).content.decode()
    log_in_freshly(client, player("fan"))
    assert address in client.get(page).content.decode()
    assert "Autumn Cup" in client.get(address).content.decode()
    for other in ("999", f"0{tournament.pk}", f"00{tournament.pk}"):
        assert client.get(f"/webhooks/follow/tournament/{other}/").status_code == 404
    assert client.get("/webhooks/follow/tournament/days/").status_code == 404
