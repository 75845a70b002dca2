"""The load tool: refusals are errors in words, and the figures of a report."""

import re

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.support.factories import PASSWORD, player
from tools.load.browser import Answer, Browser, LoadError, Region, shown_after
from tools.load.report import quantiles, report
from tools.load.rounds import Figures
from tools.load.tables import Times


def test_a_browser_signs_in_and_opens_a_table(live_server: LiveServer) -> None:
    player("ada")
    browser = Browser(live_server.url)
    browser.sign_in("ada", PASSWORD)
    assert browser.viewer == str(User.objects.get(username="ada").pk)
    path = browser.submit("open a table", "/tables/new/", preset="anybody").location
    assert browser.document("table page", path).attribute("data-version") is not None
    assert set(browser.traffic.sizes) == {
        "log-in page", "log-in", "home", "open a table", "table page"
    }  # fmt: skip
    browser.close()


def test_a_refused_sign_in_is_an_error_in_words(live_server: LiveServer) -> None:
    player("ada")
    browser = Browser(live_server.url)
    with pytest.raises(LoadError, match=r"refused to sign ada in.*answered 422: .*not correct"):
        browser.sign_in("ada", "wrong")
    browser.close()


def test_any_other_refused_step_is_an_error_in_words(live_server: LiveServer) -> None:
    browser = Browser(live_server.url)
    with pytest.raises(LoadError, match="table page: /tables/1/ answered 404"):
        browser.document("table page", "/tables/1/")
    browser.document("log-in page", "/accounts/login/")  # whose form needs a token
    with pytest.raises(LoadError, match=r"draft: .* answered 302: to /accounts/login/"):
        browser.htmx("draft", "/tables/1/draft/", "/tables/1/", {"action": "keep"})
    browser.close()


def test_what_an_answer_says() -> None:
    text = '<b data-here="/a?b&amp;c"></b><p class="refusal" role="alert">No, <i>sorry</i>.</p>'
    answer = Answer(409, text, "", 0, 0.0)
    assert answer.attribute("data-here") == "/a?b&c"
    assert answer.attribute("data-version") is None
    assert answer.error == "No, sorry ."


def test_regions_inside_a_kept_region_stay() -> None:
    page = """<div id="table" data-version="4"><div id="log" data-region="a1">
        <div><div id="turn-1" data-region="b1"></div></div></div>
        <input id="x"><div id="hand" data-region="c1"></div></div>"""
    before = Answer(200, page, "", 0, 0.0).regions
    assert before == [
        Region("table", "4"),
        Region("log", "a1", ("table",)),
        Region("turn-1", "b1", ("table", "log")),
        Region("hand", "c1", ("table",)),
    ]
    fragment = """<div id="table" data-version="5"><div id="log" data-region="a1" data-kept></div>
        <div id="hand" data-region="c2"></div></div>"""
    after = shown_after(before, Answer(200, fragment, "", 0, 0.0).regions)
    assert [f"{region.name}:{region.digest}" for region in after] == [
        "table:5", "log:a1", "turn-1:b1", "hand:c2"
    ]  # fmt: skip


def test_quantiles() -> None:
    assert quantiles([]) == (0, 0, 0)
    assert quantiles([number / 1000 for number in range(100)]) == pytest.approx((50, 95, 99))


def test_a_report_of_two_sites_has_their_ratios() -> None:
    before = Figures(Times([0.1], [0.2], [0.3], [0.4], 2.0), {"web": 0.1, "PostgreSQL": 0.02})
    now = Figures(Times([0.1], [0.1], [0.3], [0.4], 1.0), {"web": 0.05, "PostgreSQL": 0.01})
    before.statements = {"draft": [18, 18, 20]}
    now.statements = {"draft": [6, 6, 6]}
    for one in (before, now):
        one.traffic.add("draft", 100, 400)
    lines = report(["before", "now"], [before, now]).splitlines()
    assert lines[0].split() == ["before", "now", "ratio"]
    table = {
        label: cells.split()
        for label, cells in (re.split(r"  +", x, maxsplit=1) for x in lines[1:])
    }
    assert table["moves/s"] == ["0.5", "1.0", "2.00"]
    assert table["confirm p50, ms"] == ["200", "100", "0.50"]
    assert table["CPU of a move, web + PostgreSQL, ms"] == ["120.0", "60.0", "0.50"]
    assert table["statements, draft"] == ["18", "6", "0.33"]
    assert table["bytes, draft"] == ["100", "100", "1.00"]
