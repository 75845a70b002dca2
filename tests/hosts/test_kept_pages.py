"""The way in keeps pages for visitors, a minute, and never one that was made for a reader."""

from http.client import HTTPConnection

from tools.grown.services import until
from tools.hosts.site import LargeSite

VISITOR = {"Accept-Encoding": "gzip", "Accept-Language": "fr-CH, fr;q=0.9"}


def ask(site: LargeSite, **more: str) -> dict[str, str]:
    """Ask for the rules; return the headers of the answer, in lower case."""
    connection = HTTPConnection(site.address, timeout=10)
    try:
        headers = VISITOR | {name.replace("_", "-"): value for name, value in more.items()}
        connection.request("GET", "/rules/", headers=headers)
        response = connection.getresponse()
        response.read()
        assert response.status == 200
        return {name.lower(): value for name, value in response.getheaders()}
    finally:
        connection.close()


def test_a_page_for_all_visitors_is_made_once(site: LargeSite) -> None:
    until(lambda: "age" in ask(site))
    kept = ask(site)
    assert kept["content-language"] == "fr"
    assert "set-cookie" not in kept
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in kept["vary"].split(",")}


def test_another_language_is_another_page(site: LargeSite) -> None:
    until(lambda: "age" in ask(site))
    assert ask(site, Accept_Language="de")["content-language"] == "de"
    assert ask(site)["content-language"] == "fr"


def test_with_a_cookie_or_for_a_part_the_site_is_asked(site: LargeSite) -> None:
    until(lambda: "age" in ask(site))
    assert "age" not in ask(site, Cookie="sessionid=anything")
    assert "age" not in ask(site, HX_Request="true")
    assert "age" not in ask(site, Authorization="Bearer x")
