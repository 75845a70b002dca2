"""Apps ask for a token: OAuth 2.1 with PKCE, public clients that no one has registered."""

from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import time_machine
from django.conf import settings
from django.contrib import admin
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from oauth2_provider.models import Application, Grant

from accounts.access import access_of
from accounts.export import export
from accounts.models import User
from accounts.signals import AccessRevoked, access_revoked
from games.api import gate, tokens
from games.api.models import ApiToken
from games.api.oauth import redirects, server
from games.api.tasks import forget_old_answers
from games.endpoints.access import Scope
from tests.api.client import token_for
from tests.support.browsing import log_in_freshly, text_of
from tests.support.factories import guest

pytestmark = pytest.mark.django_db

CONSENT, TOKEN, REVOKE = (reverse(f"oauth_{name}") for name in ("authorize", "token", "revoke"))
CALLBACK = "https://boardstats.example/callback?from=zenith"
VERIFIER = "a-verifier-of-forty-three-characters-or-more"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
ASKED = {
    "response_type": "code",
    "client_id": "board-stats",
    "redirect_uri": CALLBACK,
    "scope": "read:private play",
    "state": "x y",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}
REDEEMED = {
    "grant_type": "authorization_code",
    "client_id": "board-stats",
    "redirect_uri": CALLBACK,
    "code_verifier": VERIFIER,
}


@pytest.fixture
def browser(client: Client, ada: User) -> Client:
    """Ada's browser, after a fresh log-in."""
    log_in_freshly(client, ada)
    return client


def page_of(**changes: str) -> str:
    """Return the address of the consent page that an app leads to; "" leaves a parameter out."""
    return f"{CONSENT}?{urlencode({k: v for k, v in (ASKED | changes).items() if v})}"


def allowed(
    browser: Client, scopes: tuple[str, ...] = ("read:private", "play"), **changes: str
) -> dict[str, str]:
    """Allow what an app asks for; return what its redirect URI gets."""
    answer = browser.post(page_of(**changes), {"allow": "", "scopes": scopes})
    assert answer.status_code == 302
    assert answer["Location"].startswith(changes.get("redirect_uri", CALLBACK))
    return dict(parse_qsl(urlsplit(answer["Location"]).query))


def redeemed(code: str, /, **changes: str) -> Any:
    """Return the answer to an app that redeems a code."""
    sent = {k: v for k, v in (REDEEMED | {"code": code} | changes).items() if v}
    return Client().post(TOKEN, urlencode(sent), content_type="application/x-www-form-urlencoded")


def test_an_app_gets_a_token_and_uses_it(browser: Client, ada: User) -> None:
    page = browser.get(page_of())
    assert page.status_code == 200
    for sentence in ("boardstats.example", "Play: answer, resign, abort", "logged in as ada"):
        assert sentence in text_of(page)
    got = allowed(browser)
    assert (got["state"], got["iss"], got["from"]) == ("x y", settings.SITE_URL, "zenith")
    answer = redeemed(got["code"])
    assert answer.status_code == 200
    data = answer.json()
    assert (data["token_type"], data["scope"]) == ("Bearer", "read:private play")
    assert data["expires_in"] == server.LASTS.total_seconds()
    assert "refresh_token" not in data
    assert answer["Cache-Control"] == "no-store"
    headers = {"authorization": f"Bearer {data['access_token']}"}
    me = Client().get("/api/v1/me", headers=headers)
    assert me.json() | {"expires_at": ""} == {
        "name": "ada",
        "bot": False,
        "scopes": ["read:private", "play"],
        "expires_at": "",
    }
    refused = Client().post("/api/v1/me/bot", "{}", "application/json", headers=headers)
    assert refused.json()["code"] == "missing_scope"


def test_nothing_that_works_is_stored_in_clear(browser: Client) -> None:
    code = allowed(browser)["code"]
    assert code not in str(Grant.objects.values())
    token = redeemed(code).json()["access_token"]
    assert token.startswith(tokens.PREFIX)
    assert token not in str(ApiToken.objects.values())
    assert not Grant.objects.exists()
    assert Application.objects.get().client_secret == ""


@pytest.mark.parametrize(
    "changes", [{}, {"code_verifier": "b" * 43}, {"client_id": "other"}, {"redirect_uri": ""}]
)
def test_a_code_that_comes_again_revokes_its_token(
    browser: Client, ada: User, changes: dict[str, str]
) -> None:
    others = redeemed(allowed(browser)["code"])
    token_for(ada)
    code = allowed(browser)["code"]
    token = redeemed(code).json()["access_token"]
    again = redeemed(code, **changes)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    answers = [
        Client().get("/api/v1/me", headers={"authorization": f"Bearer {sent}"}).status_code
        for sent in (token, others.json()["access_token"])
    ]
    assert answers == [401, 200]
    assert ApiToken.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": "b" * 43}, "invalid_grant"),
        ({"code_verifier": CHALLENGE}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"redirect_uri": CALLBACK + "&x=1"}, "invalid_request"),
        ({"redirect_uri": "https://boardstats.example/callback"}, "invalid_request"),
        ({"redirect_uri": ""}, "invalid_request"),
        ({"client_id": "other"}, "invalid_grant"),
        ({"client_id": ""}, "invalid_client"),
        ({"code": "other"}, "invalid_grant"),
        ({"code": ""}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": "refresh_token"}, "unsupported_grant_type"),
        ({"grant_type": ""}, "unsupported_grant_type"),
    ],
)
def test_a_code_is_redeemed_by_the_app_that_asked(
    browser: Client, changes: dict[str, str], error: str
) -> None:
    code = allowed(browser)["code"]
    answer = redeemed(code, **changes)
    assert answer.json()["error"] == error
    assert answer.status_code in (400, 401)
    assert not ApiToken.objects.exists()
    assert redeemed(code).status_code == 200


def test_a_code_expires(browser: Client) -> None:
    code = allowed(browser)["code"]
    with time_machine.travel(timezone.now() + server.CODE_LASTS):
        assert redeemed(code).json()["error"] == "invalid_grant"
        forget_old_answers()
        assert not Grant.objects.exists()
        assert Application.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        forget_old_answers()
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": ""},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": ""},
        {"code_challenge": "ä" * 43},
        {"code_challenge": "short"},
        {"response_type": "token"},
        {"response_type": "code token"},
        {"response_type": "none"},
        {"response_type": ""},
        {"scope": "play everything"},
        {"client_id": ""},
        {"client_id": "x" * 101},
        {"client_id": "two words"},
        {"redirect_uri": ""},
    ],
)
def test_a_wrong_request_is_a_page_and_no_redirect(
    browser: Client, changes: dict[str, str]
) -> None:
    for client in (browser, Client()):
        for answer in (
            client.get(page_of(**changes)),
            client.post(page_of(**changes), {"allow": ""}),
        ):
            assert answer.status_code == 400
            assert "doesn't understand" in text_of(answer)
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    ("uri", "app", "form_action"),
    [
        ("https://boardstats.example/cb", "boardstats.example", "https://boardstats.example"),
        ("https://Stats.example:8443?x=1", "stats.example:8443", "https://stats.example:8443"),
        ("http://localhost:5000/", "my-app (localhost)", "http://localhost:*"),
        ("http://127.0.0.1/cb", "my-app (127.0.0.1)", "http://127.0.0.1:*"),
        ("http://[::1]:9/cb", "my-app ([::1])", "http:"),
        ("com.example.app:/cb", "my-app (com.example.app)", "com.example.app:"),
    ],
)
def test_redirects_to_sites_and_programs(uri: str, app: str, form_action: str) -> None:
    redirect = redirects.read(uri)
    assert redirect is not None
    assert (redirect.app("my-app"), redirect.form_action) == (app, form_action)


@pytest.mark.parametrize(
    "uri",
    [
        "http://boardstats.example/cb",
        "http://localhost.evil.example/",
        "http://127.0.0.1.evil.example/",
        "http://localhost@evil.example/",
        "https://boardstats.example@evil.example/",
        "https://boardstats.example\\@evil.example/",
        "https://boardstats.example/cb#part",
        "https://board stats.example/",
        "https://bоardstats.example/",
        "https://intranet/",
        "https:///cb",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "myapp:/cb",
        "com.example.app:cb",
        "/callback",
        "https://x.example/; script-src *",
        "https://x.example/" + "x" * 500,
        "",
    ],
)
def test_no_other_redirects(browser: Client, uri: str) -> None:
    assert redirects.read(uri) is None
    assert browser.get(page_of(redirect_uri=uri)).status_code == 400


def test_the_policy_lets_the_form_lead_to_this_app_only(browser: Client) -> None:
    page = browser.get(page_of())
    policy = page["Content-Security-Policy"]
    assert "form-action 'self' https://boardstats.example;" in policy + ";"
    assert "frame-ancestors 'none'" in policy
    assert page["X-Frame-Options"] == "DENY"
    assert "no-store" in page["Cache-Control"]


def test_a_program_on_the_device_is_named_as_such(browser: Client) -> None:
    uri = "http://127.0.0.1:53412/"
    assert "which calls itself “board-stats”" in text_of(browser.get(page_of(redirect_uri=uri)))
    code = allowed(browser, redirect_uri=uri)["code"]
    assert redeemed(code, redirect_uri=uri).status_code == 200
    assert ApiToken.objects.get().name == "board-stats (127.0.0.1)"


def test_a_program_with_a_scheme_of_its_own_gets_a_code(browser: Client) -> None:
    uri = "com.example.app:/cb"
    code = allowed(browser, redirect_uri=uri)["code"]
    assert redeemed(code, redirect_uri=uri).status_code == 200


def test_a_user_can_deny(browser: Client) -> None:
    answer = browser.post(page_of(), {"deny": "", "scopes": ["play"]})
    assert answer["Location"].startswith(CALLBACK)
    got = dict(parse_qsl(urlsplit(answer["Location"]).query))
    assert (got["error"], got["state"], got["iss"]) == ("access_denied", "x y", settings.SITE_URL)
    assert not Grant.objects.exists()


def test_a_user_can_grant_less_but_not_more(browser: Client) -> None:
    code = allowed(browser, scopes=("play", "talk"))["code"]
    assert redeemed(code).json()["scope"] == "play"
    assert ApiToken.objects.get().scopes == ["play"]


def test_an_app_may_ask_for_nothing(browser: Client) -> None:
    page = browser.get(page_of(scope=""))
    assert "reads only what everyone can read" in text_of(page)
    token = redeemed(allowed(browser, scope="")["code"]).json()["access_token"]
    assert ApiToken.objects.get().scopes == []
    assert Client().get("/api/v1/me", headers={"authorization": f"Bearer {token}"}).json()["name"]


def test_it_asks_for_a_fresh_log_in(client: Client, ada: User) -> None:
    login = Client().get(page_of())
    assert login["Location"].startswith(reverse("account_login"))
    client.force_login(ada)
    assert client.get(page_of())["Location"].startswith(reverse("account_reauthenticate"))
    stale = client.post(page_of(), {"allow": "", "scopes": ["play"]})
    assert stale["Location"] == page_of()
    assert not Grant.objects.exists()


def test_the_form_needs_its_token(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    log_in_freshly(client, ada)
    assert client.post(page_of(), {"allow": ""}).status_code == 403


def test_guests_can_allow_nothing(client: Client) -> None:
    client.force_login(guest())
    assert client.get(page_of()).status_code == 403
    assert client.post(page_of(), {"allow": ""}).status_code == 403


def test_the_limit_of_tokens_holds(browser: Client, ada: User) -> None:
    code = allowed(browser)["code"]
    for _ in range(tokens.MOST):
        token_for(ada)
    assert browser.get(page_of()).status_code == 409
    assert redeemed(code).json()["error"] == "invalid_grant"
    ApiToken.objects.update(client_id="x", expires_at=timezone.now())
    assert browser.get(page_of()).status_code == 200
    forget_old_answers()
    assert not ApiToken.objects.exists()


def test_the_token_is_listed_mailed_exported_and_revoked(browser: Client, ada: User) -> None:
    token = redeemed(allowed(browser)["code"]).json()["access_token"]
    [message] = mail.outbox
    assert "App: boardstats.example" in str(message.body)
    assert token not in str(message.message())
    listed = text_of(browser.get(reverse("api_tokens")))
    assert "boardstats.example App" in listed
    assert "App: boardstats.example" in access_of(ada).lines
    assert "board-stats" in str(export(ada)["api_tokens"])
    browser.post(reverse("api_token_revoke", args=[ApiToken.objects.get().pk]))
    answer = Client().get("/api/v1/me", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_it_ends_with_other_access_and_with_the_account(browser: Client, ada: User) -> None:
    redeemed(allowed(browser)["code"])
    access_revoked.send(AccessRevoked(ada))
    assert not ApiToken.objects.exists()
    allowed(browser)
    ada.delete()
    assert not Grant.objects.exists()


def test_it_expires(browser: Client) -> None:
    token = redeemed(allowed(browser)["code"]).json()["access_token"]
    with time_machine.travel(timezone.now() + server.LASTS):
        answer = Client().get("/api/v1/me", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_an_app_revokes_its_own_token(browser: Client, ada: User) -> None:
    token = redeemed(allowed(browser)["code"]).json()["access_token"]
    personal = token_for(ada)
    for sent in (
        {"token": token, "client_id": "other"},
        {"token": personal, "client_id": "board-stats"},
        {"token": "unknown", "client_id": "board-stats"},
    ):
        assert Client().post(REVOKE, sent).status_code == 200
    assert ApiToken.objects.count() == 2
    for sent in ({"token": token}, {"client_id": "board-stats"}, {}):
        assert Client().post(REVOKE, sent).status_code in (400, 401)
    assert Client().post(REVOKE, {"token": token, "client_id": "board-stats"}).status_code == 200
    assert ApiToken.objects.get().client_id == ""


@pytest.mark.parametrize("address", [TOKEN, REVOKE])
def test_scripts_of_apps_may_call_the_endpoints(address: str) -> None:
    preflight = Client().options(address)
    assert preflight.status_code == 204
    assert preflight["Access-Control-Allow-Methods"] == "POST"
    for answer in (preflight, Client().post(address)):
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
    assert Client().get(address).status_code == 405


def test_the_endpoints_have_the_limit_of_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "VISITORS", gate.RateLimit("visitors", 2))
    answers = [redeemed("guess") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert int(answers[2]["Retry-After"]) > 0


def test_the_metadata_names_the_endpoints() -> None:
    answer = Client().get("/.well-known/oauth-authorization-server")
    data = answer.json()
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert data["issuer"] == settings.SITE_URL
    assert data["token_endpoint"] == settings.SITE_URL + TOKEN
    assert data["code_challenge_methods_supported"] == ["S256"]
    assert data["scopes_supported"] == [scope.value for scope in Scope]


def test_the_admin_shows_nothing_of_it() -> None:
    assert {model._meta.app_label for model in admin.site._registry} >= {"tables"}
    assert "oauth2_provider" not in {model._meta.app_label for model in admin.site._registry}


PARAMETERS = sorted({*ASKED, *REDEEMED, "code", "token", "prompt", "resource", "response_mode"})


@pytest.mark.whole
@pytest.mark.parametrize("address", [CONSENT, TOKEN, REVOKE])
@hypothesis_settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sent=st.dictionaries(st.sampled_from(PARAMETERS), st.text(max_size=40)),
    query=st.text(alphabet="%=&azé \\#;0", max_size=20),
)
def test_no_answer_is_a_server_error(
    browser: Client, monkeypatch: pytest.MonkeyPatch, address: str, sent: dict[str, str], query: str
) -> None:
    monkeypatch.setattr(gate, "VISITORS", gate.RateLimit("visitors", 10_000))
    browser.raise_request_exception = False
    base = ASKED if address == CONSENT else REDEEMED
    form = urlencode(base | sent, errors="replace")
    for answer in (
        browser.get(f"{address}?{form}"),
        browser.get(f"{address}?{query}"),
        browser.post(f"{address}?{query}", form, "application/x-www-form-urlencoded"),
        browser.post(f"{address}?{form}", {"allow": ""}),
    ):
        assert answer.status_code < 500
