"""Every page that links lead to answers, for a visitor and for a player who is a superuser."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.exceptions import Resolver404

from accounts.models import User
from games.tables.services import ending
from tests.support.browsing import log_in_freshly
from tests.support.factories import player, running_game, table

pytestmark = pytest.mark.django_db
LINK = re.compile(r'\b(?:href|hx-get|data-\w+)="(/[^"#]*)')
EACH = 2
"""Addresses of one URL pattern that are opened; the others differ in their arguments."""


def plain_paths(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
    """Yield the paths of all URL patterns without arguments."""
    for pattern in resolver.url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from plain_paths(pattern, path)
        elif isinstance(pattern, URLPattern) and not re.search(r"[<(\\^$]", path):
            yield path


def route_of(path: str) -> str:
    """Return the URL pattern that a path matches."""
    try:
        return resolve(urlsplit(path).path).route
    except Resolver404:
        return ""


def failures(client: Client) -> list[str]:
    """Open all pages that can be reached; return those that answer with an error of the server."""
    client.raise_request_exception = False
    waiting = sorted(set(plain_paths(get_resolver())))
    seen, opened, failed = set(waiting), Counter[str](), []
    assert "/preferences/" in seen
    while waiting:
        path = waiting.pop(0)
        route = route_of(path)
        most = 1 if route.startswith("admin/") else EACH
        if not route or opened[route] == most:
            continue
        opened[route] += 1
        answer = client.get(path)
        if answer.status_code >= 500:
            failed.append(path)  # the log says why
        links = [answer.headers.get("Location", "")]
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            links += LINK.findall(answer.content.decode())
        for link in links:
            to = urlsplit(urljoin(path, unescape(link)))
            address = f"{to.path}?{to.query}" if to.query else to.path
            if not to.netloc and address not in seen:
                seen.add(address)
                waiting.append(address)
    return failed


@pytest.fixture
def ada() -> User:
    """A player with running games, an open table and a finished game."""
    ada, ben = player("ada"), player("ben")
    running_game(ada, ben, answers=3)
    running_game(ada, "noisy", answers=2)
    table(ada, None, public=True)
    ending.resign(ben, running_game(ada, ben, answers=4).pk)
    return ada


@pytest.mark.usefixtures("ada")
def test_no_page_fails_a_visitor(client: Client) -> None:
    assert failures(client) == []


@pytest.mark.whole
def test_no_page_fails_a_player_with_all_rights(client: Client, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    log_in_freshly(client, ada)
    assert failures(client) == []
