"""Subscribing a browser to pushes, and leaving."""

import json
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.models import User
from games.notifications.push import vapid
from games.notifications.push.browsers import MOST
from games.notifications.push.models import PushSubscription
from games.notifications.push.vapid import in_base64
from tests.notifications.push.browsers import Browser
from tests.notifications.receiving import HOST, let_in, resolve_nothing
from tests.support.browsing import log_in_freshly, markup
from tests.support.factories import PASSWORD, guest, player

pytestmark = pytest.mark.django_db


def post(client: Client, path: str, data: Any) -> Any:
    return client.post(path, json.dumps(data), content_type="application/json")


def test_subscribing_resolves_no_name(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve_nothing(monkeypatch)
    kept = Browser("https://push.example/old").of(ada)
    fresh = Browser("https://slow.example/new").subscription
    change = {"old": kept.endpoint, "new": fresh}
    assert post(client, "/push/change/", change).status_code == 204
    log_in_freshly(client, ada)
    subscription = Browser("https://slow.example/2").subscription
    assert post(client, "/push/subscribe/", subscription).status_code == 204


def test_subscribing_and_leaving(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    client.force_login(ada)
    browser = Browser(f"https://{HOST}/1")
    agent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"
    client.defaults["HTTP_USER_AGENT"] = agent
    for _ in range(2):
        assert post(client, "/push/subscribe/", browser.subscription).status_code == 204
    [kept] = ada.push_subscriptions.all()
    assert kept.browser == "Firefox · Linux"
    page = client.get("/notifications/").content.decode()
    assert f'data-push="{vapid.public_key()}"' in page
    assert "Firefox · Linux" in page
    assert post(client, "/push/unsubscribe/", {"endpoint": kept.endpoint}).status_code == 204
    assert not ada.push_subscriptions.exists()


@pytest.mark.parametrize("how", ["here", "there", "everywhere else"])
def test_logging_out_ends_push_for_that_browser_only(
    how: str, ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    there = Client()
    for n, each in enumerate((client, there)):
        log_in(each)
        post(each, "/push/subscribe/", Browser(f"https://{HOST}/{n}").subscription)
    bobs = Browser(f"https://{HOST}/bob").of(player("bob"))
    if how == "here":
        there.post("/accounts/logout/")
    elif how == "there":
        session = UserSession.objects.get(session_key=there.session.session_key)
        client.post(f"/account/sessions/{session.pk}/end/")
    else:
        client.post("/accounts/sessions/")
    assert "_auth_user_id" not in there.session
    assert pushed() == ["0", "bob"]
    assert bobs.session
    page = markup(client.get("/notifications/"))
    assert page.count("logged out: nothing is sent until you log in on that device again") == 1


def log_in(client: Client, name: str = "ada") -> None:
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    client.get("/")  # which leaves the cookie of the device


def pushed() -> list[str]:
    """Return which browsers get pushes."""
    awake = PushSubscription.objects.awake().order_by("endpoint")
    return [each.endpoint.rpartition("/")[2] for each in awake]


def test_pushes_go_on_after_a_new_log_in(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    player("bob")
    log_in(client)
    post(client, "/push/subscribe/", Browser(f"https://{HOST}/1").subscription)
    client.post("/accounts/logout/")
    assert pushed() == []
    log_in(client, "bob")  # who did not ask for pushes here
    assert pushed() == []
    client.post("/accounts/logout/")
    log_in(Client())  # another browser of hers
    assert pushed() == []
    log_in(client)
    assert pushed() == ["1"]
    client.post("/accounts/logout/")
    assert pushed() == []


def test_the_page_says_which_browser_logs_out(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its session may not know it: it was subscribed in an older one."""
    let_in(monkeypatch)
    log_in(client)
    kept = Browser(f"https://{HOST}/1").of(ada)
    post(client, "/push/unsubscribe/", {"endpoint": kept.endpoint, "logout": True})
    assert pushed() == []
    client.post("/accounts/logout/")
    log_in(client)
    assert pushed() == ["1"]


def test_an_old_session_that_ends_takes_no_pushes_from_the_new_one(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    log_in(client)
    post(client, "/push/subscribe/", Browser(f"https://{HOST}/1").subscription)
    old = UserSession.objects.get(session_key=client.session.session_key)
    del client.cookies["sessionid"]  # it was lost, or ran out
    log_in(client)
    client.post(f"/account/sessions/{old.pk}/end/")
    assert pushed() == ["1"]
    client.post("/accounts/logout/")
    assert pushed() == []


def test_the_oldest_of_six_gives_way(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    client.force_login(ada)
    for n in range(MOST + 1):
        post(client, "/push/subscribe/", Browser(f"https://{HOST}/{n}").subscription)
    assert [each.endpoint[-1] for each in ada.push_subscriptions.all()] == list("12345")


def test_a_browser_belongs_to_who_is_signed_in_there(
    ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    browser, bob = Browser(f"https://{HOST}/1"), player("bob")
    for user in (ada, bob):
        client.force_login(user)
        post(client, "/push/subscribe/", browser.subscription)
    assert not ada.push_subscriptions.exists()
    assert bob.push_subscriptions.count() == 1


def broken(**changes: Any) -> dict[str, Any]:
    whole = Browser(f"https://{HOST}/1").subscription
    keys = {**whole["keys"], **changes.pop("keys", {})}
    return {**whole, "keys": keys, **changes}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"endpoint": f"https://{HOST}/1"},
        broken(endpoint="http://there.example/1"),
        broken(endpoint=f"https://{HOST}/{'x' * 1000}"),
        broken(endpoint=7),
        broken(keys={"p256dh": "short"}),
        broken(keys={"p256dh": in_base64(b"\4" + bytes(64))}),  # no point of the curve
        broken(keys={"auth": in_base64(bytes(15))}),
        broken(keys={"auth": "é" * 22}),
        broken(keys={"auth": None}),
    ],
)
def test_no_subscription(
    data: Any, ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(monkeypatch)
    client.force_login(ada)
    assert post(client, "/push/subscribe/", data).status_code == 422
    assert not PushSubscription.objects.exists()


def test_no_internal_endpoint(ada: User, client: Client) -> None:
    client.force_login(ada)
    response = post(client, "/push/subscribe/", Browser("https://10.0.0.1/1").subscription)
    assert response.status_code == 422
    assert response.json()["detail"] == "This address is not on the public internet."


def test_who_may_not_subscribe(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    let_in(monkeypatch)
    data = Browser(f"https://{HOST}/1").subscription
    assert post(client, "/push/subscribe/", data).status_code == 302
    client.force_login(guest())
    assert post(client, "/push/subscribe/", data).status_code == 403
    client.force_login(player("ada"))
    nonsense = client.post("/push/subscribe/", "{", content_type="application/json")
    assert nonsense.status_code == 400
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player("bob"))
    assert post(strict, "/push/subscribe/", data).status_code == 403


def test_a_browser_with_a_new_endpoint(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a service worker: without a token, perhaps without a session."""
    let_in(monkeypatch)
    kept = Browser(f"https://{HOST}/old").of(ada)
    fresh = Browser(f"https://{HOST}/new").subscription
    client = Client(enforce_csrf_checks=True)
    assert post(client, "/push/change/", {"old": "guessed", "new": fresh}).status_code == 404
    assert post(client, "/push/change/", {"old": kept.endpoint, "new": {}}).status_code == 422
    assert post(client, "/push/change/", {"new": fresh}).status_code == 422
    for _ in range(2):
        data = {"old": kept.endpoint, "new": fresh}
        assert post(client, "/push/change/", data).status_code == 204
        kept.refresh_from_db()
    assert (kept.endpoint, kept.p256dh) == (fresh["endpoint"], fresh["keys"]["p256dh"])


def test_so_many_requests_from_one_address(ada: User, client: Client, settings: Any) -> None:
    """Also of visitors who are not signed in, before anything is looked up."""
    settings.ACCOUNT_RATE_LIMITS = {"push": "1/h/ip"}
    data = {"old": "guessed", "new": Browser(f"https://{HOST}/new").subscription}
    assert post(client, "/push/change/", data).status_code == 404
    response = post(client, "/push/change/", data)
    assert response.status_code == 429
    sentence = "Too many requests from your IP address. Try again later."
    assert response.json()["detail"] == sentence
    log_in_freshly(client, ada)
    assert post(client, "/push/subscribe/", data["new"]).status_code == 429


def test_nobody_removes_the_browsers_of_others(ada: User, client: Client) -> None:
    kept = Browser(f"https://{HOST}/1").of(ada)
    client.force_login(player("eve"))
    client.post(f"/push/{kept.pk}/remove/")
    post(client, "/push/unsubscribe/", {"endpoint": kept.endpoint})
    assert ada.push_subscriptions.exists()
    client.force_login(ada)
    assert client.post(f"/push/{kept.pk}/remove/").status_code == 302
    assert not ada.push_subscriptions.exists()


def test_the_service_worker_is_at_the_root(client: Client) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    assert b"/push/change/" in response.content
