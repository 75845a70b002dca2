"""The requests of a browser that opens a page for the first time, and for the second time."""

import re

import pytest
from playwright.sync_api import Request

from tests.e2e.conftest import Visit
from tests.e2e.sites import Site
from tests.e2e.tables import make_table, new_people

MOST = 12
MOST_BYTES = 150_000
"""Compressed, without pictures."""


@pytest.mark.parametrize("moment", ["", "replay/12/"])
def test_a_table_page_needs_few_requests(site: Site, visit: Visit, moment: str) -> None:
    ada, ben = new_people(site, 2)
    table = make_table(site, ada, ben, answers=20) + moment
    page = visit(ada).new_page()
    requests: list[Request] = []
    sockets: list[str] = []

    def note(request: Request) -> None:  # Playwright takes no method of a list
        requests.append(request)

    finished: set[str] = set()
    page.on("request", note)
    page.on("requestfinished", lambda request: finished.add(request.url))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    with (
        page.expect_websocket(),
        page.expect_request_finished(lambda request: "/portraits." in request.url),  # by a script
    ):
        page.goto(table, wait_until="networkidle")
    addresses = [request.url for request in requests]
    assert len(sockets) == 1
    assert 5 < len(addresses) + len(sockets) <= MOST, "\n".join(addresses)
    first = requests[0].response()
    assert first
    assert first.header_value("Content-Encoding") in ("zstd", "gzip")
    weights = {
        request.url: request.sizes()["responseBodySize"]
        for request in requests
        if request.resource_type != "image"
    }
    assert 100_000 < sum(weights.values()) <= MOST_BYTES, weights

    # A browser may fetch the icon of a page last: the second visit may be its first.
    kept = set(finished)
    requests.clear()
    page.goto(table, wait_until="networkidle")
    again = [request for request in requests if "/static/" in request.url]
    assert [request for request in again if request.url in kept]
    for request in again:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", request.url), request.url
        if request.url in kept:
            assert request.sizes()["responseBodySize"] <= 0, request.url  # from the cache
