"""Limits count households: all addresses of one Internet connection share them."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from common.addresses import HOUSE, household, plain
from tests.support.households import count_guests

RAW = {"REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "x-forwarded-for", "X-Forwarded-For"}
"""Where the address of a client can be read in a request or a scope."""
FUNCTIONS = {"get_client_ip", "get_ip", "address_of"}
SHOWN_TO_ITS_USER = ("accounts/middleware.py", "ip=get_adapter().get_client_ip(request)")


@pytest.mark.parametrize(
    ("address", "usual"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:0db8::0007", "2001:db8::7"),
        ("fe80::1%eth0", "fe80::1"),
        ("unix:", "unix:"),
    ],
)
def test_an_address_in_its_usual_form(address: str, usual: str) -> None:
    assert plain(address) == usual
    assert household(address) == household(usual)


@pytest.mark.django_db
def test_guests_are_counted_by_household() -> None:
    count_guests(reverse("play_a_bot"))


@pytest.mark.django_db
def test_limits_of_allauth_count_households_too(settings: Any) -> None:
    """IPv4 addresses that a server on IPv6 sees are not one household."""
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}

    def sign_up(address: str) -> int:
        return Client(REMOTE_ADDR=address).post(reverse("account_signup"), {}).status_code

    assert [sign_up(f"2001:db8:1:2::{n}") for n in range(3)] == [422, 422, 429]
    assert [sign_up(f"::ffff:192.0.2.{n}") for n in range(3)] == [422, 422, 422]
    assert [sign_up(address) for address in ("::ffff:192.0.2.9",) * 2 + ("192.0.2.9",)] == [
        422,
        422,
        429,
    ]


def test_allauth_has_the_same_idea_of_a_household() -> None:
    assert settings.ALLAUTH_RATE_LIMIT_IPV6_PREFIX == HOUSE


def raw_uses(source: Path) -> Iterator[str]:
    """Yield the places where a module reads the address of a client and makes no household of it.

    `household(address_of(scope))` does; `scope["client"]` has the address of the last proxy.
    """
    tree = ast.parse(source.read_text())
    within = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "household"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in within or not isinstance(node, ast.expr):
            continue
        function = node.func if isinstance(node, ast.Call) else None
        called = getattr(function, "attr", "") or getattr(function, "id", "")
        names = {value for value in (getattr(node, "value", None),) if isinstance(value, str)}
        is_client = isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "'client'"
        if called in FUNCTIONS or RAW & names or is_client:
            yield f"{source}:{node.lineno}: {ast.unparse(node)}"


def test_no_limit_counts_raw_addresses() -> None:
    root = settings.BASE_DIR
    sources = [
        source
        for package in ("accounts", "engine", "games", "zenith_site")
        for source in (root / package).rglob("*.py")
        if source.relative_to(root).as_posix() not in ("common/addresses.py", "accounts/adapter.py")
    ]
    found = [use for source in sources for use in raw_uses(source)]
    name, shown = SHOWN_TO_ITS_USER
    assert [use for use in found if not (name in use and shown.endswith(use.split(": ")[1]))] == []
