"""Webhooks are signed: their receiver verifies with the package of Standard Webhooks."""

import re
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core import serializers
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from accounts.models import User
from games.notifications.delivery_errors import TryLater
from games.notifications.models import Notification
from games.notifications.notifications import QuestionInTurn, YourTurn
from games.notifications.webhook import signing
from games.notifications.webhook.hooks import add_webhook, renew_secret
from games.notifications.webhook.models import Webhook
from games.notifications.webhook.sending import KEY, send, send_digest
from games.tables.models import Game
from tests.notifications.mailing import NOON, delivery_of, notification_of
from tests.notifications.receiving import Receiver
from tests.notifications.webhook.hooks import hook
from tests.support.browsing import log_in_freshly
from tests.support.factories import player

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).resolve().parents[3] / "docs" / "notifications.md"
SECRET = re.compile(r'value="(whsec_[\w+/=]+)"')
delivery = partial(delivery_of, channel=KEY)


def post(user: User, game: Game, there: Receiver) -> Any:
    """Post a notification; return what came in."""
    number = Notification.objects.count()
    notification = Notification.objects.create(
        user=user, game=game, kind="turn", key=f"turn {number}", at=NOON
    )
    send(delivery(notification))
    return there.posted[-1]


def is_signed(posted: Any, secret: str) -> bool:
    """Whether the package of Standard Webhooks accepts what came in."""
    try:
        Verifier(secret).verify(posted.body, dict(posted.headers))
    except WebhookVerificationError:
        return False
    return True


def test_the_code_of_the_page_verifies(ada: User, game: Game, there: Receiver) -> None:
    secret = signing.secret_of(add_webhook(ada, there.url, "json"))
    posted = post(ada, game, there)
    code: dict[str, Any] = {}
    [block] = re.findall(r"```python\n(from standard.*?)```", DOCS.read_text(), re.DOTALL)
    exec(compile(block, DOCS, "exec"), code)
    assert code["receive"](secret, dict(posted.headers), posted.body)["event"] == "turn"
    with pytest.raises(WebhookVerificationError):
        code["receive"](secret, dict(posted.headers), posted.body + b" ")
    with pytest.raises(WebhookVerificationError):
        code["receive"](secret, {**posted.headers, "webhook-id": "other"}, posted.body)


def test_only_its_own_secret_verifies(ada: User, game: Game, there: Receiver) -> None:
    mine = add_webhook(ada, there.url, "json")
    other = add_webhook(player("eve"), there.url, "json")
    posted = post(ada, game, there)
    assert is_signed(posted, signing.secret_of(mine))
    assert not is_signed(posted, signing.secret_of(other))


def test_the_former_secret_signs_too_for_a_day(ada: User, game: Game, there: Receiver) -> None:
    former = add_webhook(ada, there.url, "json")
    new = renew_secret(ada, former.pk, timezone.now() - signing.BOTH + timedelta(minutes=1))
    first, second = signing.secret_of(former), signing.secret_of(new)
    assert first != second
    posted = post(ada, game, there)
    assert is_signed(posted, first)
    assert is_signed(posted, second)
    Webhook.objects.update(renewed_at=timezone.now() - signing.BOTH)
    posted = post(ada, game, there)
    assert not is_signed(posted, first)
    assert is_signed(posted, second)


def test_the_secret_of_a_former_key_signs_while_the_site_knows_it(
    ada: User, game: Game, there: Receiver, settings: Any
) -> None:
    hook, former = add_webhook(ada, there.url, "json"), settings.SECRET_KEY
    first = signing.secret_of(hook)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key of the site", [former]
    posted = post(ada, game, there)
    assert is_signed(posted, first)
    assert is_signed(posted, signing.secret_of(hook))
    settings.SECRET_KEY_FALLBACKS = []
    posted = post(ada, game, there)
    assert not is_signed(posted, first)


def test_a_post_that_is_sent_again_has_the_same_id(ada: User, game: Game, there: Receiver) -> None:
    add_webhook(ada, there.url, "json")
    again = delivery(notification_of(ada, game))
    there.status = 500
    with pytest.raises(TryLater):
        send(again)
    there.status = 200
    send(again)
    first, second = (posted.headers["webhook-id"] for posted in there.posted)
    assert first == second == f"n{again.notification_id}"


def test_a_summary_is_signed_under_an_id_of_its_own(ada: User, game: Game, there: Receiver) -> None:
    secret = signing.secret_of(add_webhook(ada, there.url, "json"))
    notifications = [notification_of(ada, game, kind) for kind in (QuestionInTurn, YourTurn)]
    for notification in notifications:
        delivery(notification)
    send_digest(ada, notifications, NOON)
    [posted] = there.posted
    assert is_signed(posted, secret)
    assert re.fullmatch("d[0-9a-f]{64}", posted.headers["webhook-id"])


def test_discord_and_webhooks_from_before_get_no_signature(
    ada: User, game: Game, there: Receiver
) -> None:
    old = hook(ada, there.url)
    add_webhook(ada, there.url + "&discord", "discord")
    post(ada, game, there)
    assert len(there.posted) == 2
    for posted in there.posted:
        assert "webhook-signature" not in posted.headers
    secret = signing.secret_of(renew_secret(ada, old.pk, timezone.now()))
    post(ada, game, there)
    [signed] = [posted for posted in there.posted if "webhook-signature" in posted.headers]
    assert is_signed(signed, secret)
    assert signed.headers["webhook-signature"].count("v1,") == 1


def test_the_database_does_not_hold_the_secret(ada: User) -> None:
    made = add_webhook(ada, "https://hook.example/1", "json")
    secret = signing.secret_of(made)
    assert secret.removeprefix("whsec_") not in serializers.serialize("json", [made])
    with override_settings(SECRET_KEY="another key of the site"):
        assert signing.secret_of(made) != secret


def test_a_secret_is_shown_once(ada: User, client: Client) -> None:
    log_in_freshly(client, ada)
    answer = client.post(reverse("webhook_add"), {"url": "https://a.example/", "form": "json"})
    assert answer.status_code == 201
    made = Webhook.objects.get()
    assert SECRET.findall(answer.content.decode()) == [signing.secret_of(made)]
    assert "no-store" in answer["Cache-Control"]
    assert not SECRET.search(client.get("/notifications/").content.decode())
    renewed = client.post(reverse("webhook_secret", args=[made.pk]))
    assert renewed.status_code == 201
    made.refresh_from_db()
    assert SECRET.findall(renewed.content.decode()) == [signing.secret_of(made)]
    assert "signs too for 24 hours" in renewed.content.decode()


def test_only_the_owner_makes_a_new_secret_after_a_fresh_log_in(ada: User, client: Client) -> None:
    made = add_webhook(ada, "https://a.example/", "json")
    discord = add_webhook(ada, "https://b.example/", "discord")
    address = reverse("webhook_secret", args=[made.pk])
    client.force_login(ada)
    assert client.post(address)["Location"].startswith(reverse("account_reauthenticate"))
    log_in_freshly(client, ada)
    assert client.post(reverse("webhook_secret", args=[discord.pk])).status_code == 409
    eve = Client()
    log_in_freshly(eve, player("eve"))
    assert eve.post(address).status_code == 404
    assert Webhook.objects.get(pk=made.pk).salt == made.salt
