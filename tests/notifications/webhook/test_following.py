"""Webhooks follow a table: they get what every spectator may see, and end with the game."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from accounts.models import User
from common.refusals import Refused
from games.notifications import outbox, reasons
from games.notifications.export import export
from games.notifications.models import Delivery, Notification
from games.notifications.notifications import YourTurn
from games.notifications.record import note
from games.notifications.webhook import following, hooks, signing
from games.notifications.webhook.models import Webhook
from games.notifications.webhook.sending import KEY
from games.notifications.webhook.tables import TABLE
from games.tables.models import Game
from games.tables.services.ending import resign
from tests.notifications.receiving import Receiver
from tests.support.browsing import log_in_freshly
from tests.support.courses import play_on
from tests.support.factories import answer, guest, player, running_game, table
from tests.support.leaking import check, secrets_of

pytestmark = pytest.mark.django_db

HOOK = "https://hook.example/1"


@pytest.fixture
def eve() -> User:
    """A player who plays at none of the tables."""
    return player("eve", language="en")


def followed(user: User, game: Game, url: str = HOOK, form: str = "json") -> Webhook:
    """Let a user follow a table."""
    now = timezone.now()
    return following.follow(user, TABLE, str(game.pk), url=url, form=form, now=now)


def run() -> None:
    """Do what the workers do."""
    following.note_moves(timezone.now())
    outbox.send_due(channels=[KEY])


def read(there: Receiver, hook: Webhook) -> list[Any]:
    """Return what came in, each verified by the package of Standard Webhooks."""
    secret = signing.secret_of(hook)
    return [Verifier(secret).verify(posted.body, dict(posted.headers)) for posted in there.posted]


def test_moves_and_the_end_are_posted_and_verified(
    eve: User, ada: User, game: Game, there: Receiver
) -> None:
    hook = followed(eve, game, there.url)
    run()
    first = game.seq
    for _move in range(4):
        game = answer(game)
    run()
    run()
    resign(ada, game.pk)
    run()
    run()
    hello, moved, over = read(there, hook)
    subject = {"kind": "table", "id": str(game.pk)}
    assert [post["subject"] for post in (hello, moved, over)] == [subject] * 3
    assert [post["event"] for post in (hello, moved, over)] == ["following", "moved", "ended"]
    assert moved["facts"] == {"game": game.pk, "seq": first + 4}
    assert moved["title"] == f"Game {game.pk}: ada – bob"
    assert moved["url"].endswith(game.get_absolute_url())
    assert "Waiting for" in moved["text"]
    assert any(line.startswith(("ada: ", "bob: ")) for line in moved["text"].splitlines())
    assert "ada resigned" in over["text"]
    assert over["facts"] == {"game": game.pk, "seq": game.seq, "winner": 1}


def test_no_hidden_card_gets_out(eve: User, ada: User, there: Receiver) -> None:
    game = running_game(ada, player("bob"))
    players = followed(ada, game, there.url)
    followed(eve, game, there.url + "&discord", "discord")
    for _step in range(12):
        play_on(game, 2)
        game = answer(game)
        run()
        secrets = secrets_of(game, None, member=False)
        for posted in there.posted:
            check("a webhook", posted.body, secrets)
        there.posted.clear()
    notifications = Notification.objects.filter(user=ada, data__address=players.pk)
    assert notifications.count() >= 12


def test_a_move_costs_no_statement_more(ada: User, eve: User) -> None:
    bob = player("bob")
    games = [running_game(ada, bob, answers=5) for _game in range(2)]
    followed(eve, games[1])
    counts = []
    for game in games:
        with CaptureQueriesContext(connection) as captured:
            answer(game)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_discord_gets_a_text(eve: User, game: Game, there: Receiver) -> None:
    followed(eve, game, there.url, "discord")
    answer(game)
    run()
    hello, moved = (json.loads(posted.body) for posted in there.posted)
    assert "News is posted here from now on." in hello["content"]
    assert f"Game {game.pk}: ada – bob" in moved["content"]
    assert moved["allowed_mentions"] == {"parse": []}


def test_it_is_not_for_the_notifications_of_its_owner(
    ada: User, game: Game, there: Receiver
) -> None:
    followed(ada, game, there.url)
    run()
    there.posted.clear()
    made = note(ada, YourTurn, "turn 1", game, game.seq, now=timezone.now())
    assert made is not None
    assert not made.deliveries.filter(channel=KEY).exists()


def test_a_table_that_is_no_longer_public_is_not_followed(
    eve: User, game: Game, there: Receiver
) -> None:
    followed(eve, game, there.url)
    waiting = Delivery.objects.get(channel=KEY)
    Game.objects.filter(pk=game.pk).update(public=False)
    run()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.reason) == (Delivery.State.DROPPED, reasons.GONE)
    assert not Webhook.objects.exists()
    assert not there.posted


def test_it_stops_after_failures_and_with_its_user(eve: User, game: Game, there: Receiver) -> None:
    hook = followed(eve, game, there.url)
    there.status = 404
    Webhook.objects.update(failures=9)
    run()
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    game = answer(game)
    following.note_moves(timezone.now())
    assert Notification.objects.filter(user=eve).count() == 1
    hooks.restart_webhook(eve, hook.pk)
    User.objects.filter(pk=eve.pk).update(is_active=False)
    following.note_moves(timezone.now())
    assert Notification.objects.filter(user=eve).count() == 1


def test_it_is_deleted_some_time_after_the_end(eve: User, game: Game, there: Receiver) -> None:
    hook = followed(eve, game, there.url)
    play_on(game, 1000)
    answer(game)
    run()
    now = timezone.now()
    following.forget(now)
    hook.refresh_from_db()
    assert hook.over_at is not None
    following.forget(now + following.KEPT)
    assert not Webhook.objects.exists()
    with pytest.raises(Refused, match="no more news"):
        followed(eve, game)


def test_what_cannot_be_followed(client: Client, eve: User, ada: User, game: Game) -> None:
    private = running_game(ada, player("cleo"), public=False)
    waiting = table(ada, None)
    log_in_freshly(client, eve)
    for sort, pk in (
        ("table", private.pk),
        ("table", waiting.pk),
        ("table", 999),
        ("table", "x"),
        ("table", "9" * 30),
        ("nothing", game.pk),
    ):
        assert client.get(reverse("webhook_follow", args=[sort, pk])).status_code == 404
    client.force_login(guest())
    assert client.get(reverse("webhook_follow", args=["table", game.pk])).status_code in (302, 403)
    with pytest.raises(Refused) as refused:
        followed(guest("Guest-2"), game)
    assert refused.value.status == 403


@pytest.mark.parametrize("spelling", ["0{}", "00{}"])
def test_a_table_has_one_id_by_which_its_webhooks_are_counted(
    spelling: str, client: Client, eve: User, game: Game
) -> None:
    followed(eve, game)
    log_in_freshly(client, eve)
    pk = spelling.format(game.pk)
    address = reverse("webhook_follow", args=["table", pk])
    assert client.post(address, {"url": HOOK, "form": "json"}).status_code == 404
    with pytest.raises(Http404):
        following.follow(eve, TABLE, pk, url=HOOK, form="json", now=timezone.now())
    assert Webhook.objects.count() == 1


def test_their_number_is_limited(
    eve: User, ada: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "MOST_FOLLOWING", 2)
    monkeypatch.setattr(hooks, "MOST_OF_SUBJECT", 3)
    followed(eve, game)
    with pytest.raises(Refused, match="already"):
        followed(eve, game)
    followed(eve, game, HOOK + "/2")
    with pytest.raises(Refused, match="up to ten"):
        followed(eve, game, HOOK + "/3")
    followed(ada, game)
    with pytest.raises(Refused, match="Too many webhooks"):
        followed(ada, game, HOOK + "/2")
    for number in range(hooks.MOST):
        hooks.add_webhook(eve, f"{HOOK}/own/{number}", "json")
    assert Webhook.objects.count() == 3 + hooks.MOST


def test_it_is_added_from_the_menu_of_the_table(client: Client, eve: User, game: Game) -> None:
    log_in_freshly(client, eve)
    address = reverse("webhook_follow", args=["table", game.pk])
    assert address in client.get(f"{game.get_absolute_url()}more/").content.decode()
    assert address not in Client().get(f"{game.get_absolute_url()}more/").content.decode()
    assert f"Game {game.pk}" in client.get(address).content.decode()
    assert client.post(address, {"url": "http://10.0.0.1/", "form": "json"}).status_code == 422
    assert client.post(address, {}).status_code == 422
    answered = client.post(address, {"url": HOOK, "form": "json"})
    assert answered.status_code == 201
    hook = Webhook.objects.get()
    page = answered.content.decode()
    assert signing.secret_of(hook) in page
    assert f'href="{game.get_absolute_url()}"' in page
    assert client.post(address, {"url": HOOK, "form": "json"}).status_code == 409
    assert client.post(reverse("webhook_secret", args=[hook.pk])).status_code == 201
    [kept] = [row for row in export(eve)["webhooks"] if row["follows"]]  # type: ignore[attr-defined]
    assert kept["follows"] == ["table", str(game.pk)]
    client.post(reverse("webhook_remove", args=[hook.pk]))
    assert not Webhook.objects.exists()


def test_a_session_alone_is_not_enough(client: Client, eve: User, game: Game) -> None:
    client.force_login(eve, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("webhook_follow", args=["table", game.pk])
    again = client.post(address, {"url": HOOK, "form": "json"})
    assert again["Location"].startswith(reverse("account_reauthenticate"))
    assert not Webhook.objects.exists()


def test_what_was_not_posted_in_time_is_posted_as_one(
    eve: User, game: Game, there: Receiver
) -> None:
    hook = followed(eve, game, there.url)
    there.status = 503
    run()
    there.status = 200
    game = answer(answer(game))
    run()
    outbox.send_due(timezone.now() + timedelta(minutes=2), channels=[KEY])
    events = [post["event"] for post in read(there, hook)]
    assert events == ["following", "moved", "following"]
