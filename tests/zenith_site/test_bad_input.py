"""Malformed input to any URL by any user gets a readable answer, never a server error."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.exceptions import NoReverseMatch
from django.utils import timezone

from accounts.models import User
from games.notifications import links
from games.notifications.models import NotificationSettings
from games.tables.models import Game, Message
from games.tables.services.ending import resign
from tests.support.browsing import log_in_freshly
from tests.support.factories import guest, player, running_game, table

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]

NASTY = {
    "odd": "%s {} ' \" \\ <b> \u202e \U0001f9ff" * 3000,
    "nothing": "",
    "large": "9" * 40,
    "negative": "-1",
    "square": "²",
}
FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("resign", "abort", "confirm"), ("seq",)),
    "draft": ("seq", "steps", "action", "tick", "since", "card", "log"),
    "undo": ("seq", "all"),
    "join": ("seat", "token"),
    "say": ("text", "since"),
    "mute": ("muted",),
    "notes": ("notes",),
    "play_a_bot": ("bot",),
    "new_table": (
        *("preset", "players", "opponent_1", "name_1", "opponent_2", "name_2", "seat"),
        *("pace", "league", "boards", "secret_agents", "beginner", "rated", "public"),
        *("start", "increment", "most"),
    ),
    "give_time": ("hours",),
    "propose": ("kind", "pace", "start", "increment", "most"),
    "notification_level": ("level",),
    "vacation": ("start", "end"),
    "leave_now": ("end",),
    "notifications": (
        "preset",
        "mail_after",
        "quiet",
        "quiet_from",
        "quiet_to",
        "alarms",
        "digest",
        "digest_at",
    ),
    "unsubscribe": ("all",),
    "preferences": (
        *("language", "time_zone", "theme", "effect_display", "country", "about"),
        *("sleep_from", "sleep_to", "days_off"),
    ),
    "delete_account": ("name",),
    "set_language": ("language", "next"),
    "account_login": ("login", "password", "next"),
    "account_signup": ("username", "email", "password1", "time_zone", "next"),
    "account_email": ("email", "action_add", "action_remove", "action_send"),
    "account_reset_password": ("email",),
    "account_reauthenticate": ("password", "next"),
    "account_change_password": ("oldpassword", "password1", "password2"),
    "mfa_authenticate": ("code",),
    "mfa_reauthenticate": ("code",),
    "mfa_activate_totp": ("code",),
    "mfa_add_webauthn": ("name", "passwordless", "credential"),
    "mfa_login_webauthn": ("credential", "next"),
    "mfa_reauthenticate_webauthn": ("credential",),
    "mfa_edit_webauthn": ("name",),
}
"""The form fields that the views read; those of some subjects are in the `fields.py` beside their
tests.
"""
READERS = ["account_login", "draft", "notes", "set_language"]
"""Addresses that read the form in different ways; the slow tests send to all."""
TESTS = Path(__file__).parents[1]
for path in sorted(TESTS.rglob("fields.py")):
    module = import_module(".".join(("tests", *path.parent.relative_to(TESTS).parts, "fields")))
    FIELDS |= module.FIELDS
    READERS += getattr(module, "READERS", ())
QUERIES = (
    *("page", "since", "card", "log", "version", "next", "players", "pace", "language"),
    *("pool", "who", "country", "place"),
)
"""The query parameters that the pages read."""


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """Return the names of all URLs but the admin's."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from names(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name


LEFT_OUT = {"account_logout"}
"""It would end the session."""
NAMES = sorted(set(names(get_resolver().url_patterns)) - LEFT_OUT)


def test_the_table_of_fields_names_addresses() -> None:
    assert set(names(get_resolver().url_patterns)) > LEFT_OUT
    assert set(FIELDS) <= set(NAMES)
    assert len(NAMES) > 50


@pytest.fixture
def addresses() -> dict[str, list[str]]:
    """Return the URLs of all pages by name, with tables in all states behind them."""
    ada, bob = player("ada"), player("bob")
    over = running_game(ada, "noisy", answers=6)
    resign(ada, over.pk)
    games = {
        "running": running_game(ada, bob, answers=4),
        "open": table(bob, None),
        "over": over,
    }
    Message.objects.create(pk=games["running"].pk, game=games["running"], author=bob, text="hello")
    found: dict[str, list[str]] = {name: [] for name in NAMES}
    secrets = secrets_of(ada, games["running"])
    for name in NAMES:
        for args in arguments(games, secrets):
            with suppress(NoReverseMatch):
                found[name].append(reverse(name, args=args))
    assert all(found.values())
    return found


def secrets_of(user: User, game: Game) -> list[list[object]]:
    """Return the parts of URLs that only mails and feeds name."""
    seat = game.seats.get(user=user)
    stop, move = links.to_stop(user, ["turn"]), links.to_move(user, seat, timezone.now())
    feeds = NotificationSettings.objects.create(user=user).feed_token
    found: list[list[object]] = [[one.rstrip("/").rsplit("/", 1)[1]] for one in (stop, move) if one]
    for name in ("turns.ics", "turns.atom", "count.json", "other"):
        found.append([feeds, name])
    return found


def arguments(games: dict[str, Game], secrets: list[list[object]]) -> list[list[object]]:
    """Return arguments for URLs: of existing and of missing objects."""
    return [
        [],
        [games["running"].pk],
        [games["open"].pk],
        [games["over"].pk],
        [2**70],
        [games["open"].pk, games["open"].token],
        [games["over"].pk, 3],
        [games["over"].pk, 2**70],
        ["ada"],
        ["ada", "bob"],
        ["live"],
        ["live", "ada"],
        ["x" * 3000],
        *secrets,
        ["%s{}²"],
        ["1", "abc-def"],
        [2026, 3, 1],
    ]


def as_visitor() -> Client:
    return Client(raise_request_exception=False)


def as_guest() -> Client:
    user = guest()
    running_game(user, "noisy", answers=2)
    return logged_in(user)


def as_player() -> Client:
    return logged_in(User.objects.get(username="ada"))


def as_staff() -> Client:
    return logged_in(player("root", is_staff=True, is_superuser=True))


def logged_in(user: User) -> Client:
    client = as_visitor()
    log_in_freshly(client, user)
    return client


SOME = {name: NASTY[name] for name in ("large", "odd")}
"""What is sent in `make test`; the slow tests send everything."""
EVERYTHING = [
    pytest.param(who, NASTY, marks=pytest.mark.slow, id=who.__name__ + " everything")
    for who in (as_visitor, as_player, as_guest, as_staff)
]
CASES = [pytest.param(as_player, SOME, id="as_player"), *EVERYTHING]


@pytest.fixture(autouse=True)
def postgres() -> Iterator[None]:
    """Refuse on any database what PostgreSQL refuses; and let what is refused be no news."""

    def strict(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        for value in params or ():
            assert not (isinstance(value, str) and "\0" in value), sql
            assert not (isinstance(value, int) and abs(value) >= 2**63), sql
        return execute(sql, params, many, context)

    logging.disable(logging.WARNING)
    with connection.execute_wrapper(strict):
        yield
    logging.disable(logging.NOTSET)


def fault(answer: Any) -> str:
    """Return the fault of an answer: a server error, or a refusal without a sentence."""
    if answer.status_code >= 500:
        kind, value, _trace = answer.exc_info or ("", "", "")
        return f"{answer.status_code} {kind} {value}"
    if answer.status_code >= 400 and not answer.content.strip():
        return f"{answer.status_code} without a word"
    return ""


@pytest.mark.whole
@pytest.mark.parametrize(("who", "nasties"), CASES)
def test_nasty_forms(
    who: Callable[[], Client], nasties: dict[str, str], addresses: dict[str, list[str]]
) -> None:
    """Each field alone, and all at once; other addresses get a good form and an empty one."""
    client = who()
    faults: set[tuple[str, ...]] = set()
    good = {"seq": "4", "steps": "0", "action": "redraw", "text": "hello"}
    for name, (first, *others) in addresses.items():
        fields = FIELDS.get(name, ())
        for nasty, value in NASTY.items():
            answer = client.post(first, good | dict.fromkeys(fields or ("name",), value))
            faults.add((name, "all", nasty, fault(answer)))
            if not fields or _leads_elsewhere(answer):
                break  # reads no field, from this user at least
            for field in fields if nasty in nasties else ():
                answer = client.post(first, good | {field: value})
                faults.add((name, field, nasty, fault(answer)))
        for address in others:
            faults.add((name, address, fault(client.post(address, good))))
            if nasties is NASTY:
                faults.add((name, address, fault(client.post(address))))
    assert {each for each in faults if each[-1]} == set()


def _leads_elsewhere(answer: Any) -> bool:
    """Whether a page sends the user to the log-in page, or takes no form."""
    location = str(answer.headers.get("Location", ""))
    return answer.status_code == 405 or location.startswith(reverse(settings.LOGIN_URL))


@pytest.mark.whole
@pytest.mark.parametrize(("who", "nasties"), CASES)
def test_nasty_queries(
    who: Callable[[], Client], nasties: dict[str, str], addresses: dict[str, list[str]]
) -> None:
    client = who()
    faults: set[tuple[str, ...]] = set()
    for name, (first, *others) in addresses.items():
        for nasty, value in nasties.items():
            answer = client.get(first, dict.fromkeys(QUERIES, value[:4000]))
            faults.add((name, nasty, fault(answer)))
            if answer.status_code == 405:
                break
        for address in others:
            faults.add((name, address, fault(client.get(address))))
    assert {each for each in faults if each[-1]} == set()


RAW = {
    "not UTF-8": (b"seq=%ff%fe&text=%ff&name=%ff&login=%ff", "application/x-www-form-urlencoded"),
    "no form": (b'{"seq": [1]}', "application/json"),
    "no boundary": (b"--x\r\n", "multipart/form-data"),
    "broken": (b"--x\r\nContent-Disposition: form-data", "multipart/form-data; boundary=x"),
    "a file": (
        b"--x\r\nContent-Disposition: form-data; name=text; filename=a\r\n\r\nhi\r\n--x--\r\n",
        "multipart/form-data; boundary=x",
    ),
    "many fields": (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
    "too large": (b"text=" + b"x" * 3_000_000, "application/x-www-form-urlencoded"),
    "odd charset": (b"seq=1", "application/x-www-form-urlencoded; charset=klingon"),
}


@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", RAW)
def test_nasty_bodies(kind: str, everywhere: bool, addresses: dict[str, list[str]]) -> None:
    body, content_type = RAW[kind]
    client = as_player()
    faults = {
        (name, fault(client.generic("POST", addresses[name][0], body, content_type)))
        for name in (addresses if everywhere else READERS)
    }
    assert {found for found in faults if found[-1]} == set()


@pytest.mark.parametrize("odd", ["a\0b", "9" * 5000], ids=["a null", "a huge number"])
def test_what_no_page_sends_is_refused_with_a_sentence(odd: str) -> None:
    client = logged_in(player("ada"))
    # As a header: Python's own cookies refuse a NUL.
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    stained = client.get(
        reverse("home"), headers={"cookie": f"sessionid={session}; theme={odd}; seen=1"}
    )
    for answer in (
        stained,
        client.get(reverse("lobby"), {"page": odd}),
        client.get(f"/players/{quote(odd)}/"),
        client.post(reverse("preferences"), {"about": odd}),
        client.post(reverse("preferences"), {odd: "1"}),
    ):
        assert answer.status_code == 400
        assert "sent a request that this site" in answer.content.decode()
    assert client.get(reverse("home")).status_code == 200


def test_a_refusal_speaks_the_language_of_its_user() -> None:
    ada = player("ada")
    ada.language = "fr"
    ada.save()
    for answer in (
        Client().get(reverse("lobby"), {"page": "\0"}, headers={"accept-language": "fr"}),
        logged_in(ada).post(reverse("preferences"), {"about": "\0"}),
    ):
        assert answer.status_code == 400
        assert '<html lang="fr"' in answer.content.decode()
        assert "Requête incorrecte" in answer.content.decode()


def test_an_address_that_only_a_button_uses_says_so() -> None:
    answer = Client().get(reverse("play_a_bot"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "Nothing was changed" in answer.content.decode()


@pytest.mark.parametrize("multipart", [True, False])
def test_a_line_s_end_counts_once_as_in_the_browser(multipart: bool) -> None:
    """Browsers send CRLF, and count LF for a field's `maxlength`."""
    ada = player("ada")
    client = logged_in(ada)
    text = "\r\n".join(["x" * 9] * 30)  # 299 characters as the browser counts
    fields = {"about": text, "language": "en", "time_zone": "UTC", "theme": "auto"}
    fields |= {"sleep_from": "23:00", "sleep_to": "07:00", "effect_display": "icons"}
    if multipart:
        answer = client.post(reverse("preferences"), fields)
    else:
        body, kind = urlencode(fields), "application/x-www-form-urlencoded"
        answer = client.post(reverse("preferences"), body, content_type=kind)
    assert answer.status_code == 302, answer.content
    ada.refresh_from_db()
    assert ada.about == text.replace("\r\n", "\n")
    game = running_game(ada, "noisy")
    notes = "\r\n".join(["x"] * 2000)  # 3999
    answer = client.post(reverse("notes", args=[game.pk]), {"notes": notes})
    assert answer.status_code < 400
    assert game.seats.get(user=ada).notes == notes.replace("\r\n", "\n")
