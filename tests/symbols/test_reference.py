"""The reference: everything printed, by filters and with addresses."""

import pytest
from django.test import Client
from django.urls import reverse

from engine.agents import BASE, latest_agents
from engine.boards import LETTERS, LEVELS, LINE_BONUS, TOKENS
from engine.names import FACTIONS, PLANETS
from engine.symbols import Symbol
from games.symbols.reference import ComponentFilter, components, meanings, search
from tests.support.browsing import markup

pytestmark = pytest.mark.django_db
CARDS = "/symbols/cards/"


def found(**query: str) -> set[str]:
    """Return the keys of the components that a query finds."""
    return {one.key for one in search(ComponentFilter.read(query))}


def test_the_reference_holds_everything_that_the_engine_prints() -> None:
    kinds = [one.kind for one in components().values()]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "agent": len(latest_agents()),
        "technology": len(LETTERS) * LEVELS,
        "token": len(TOKENS),
        "leadership": len(FACTIONS),
        "line": len(LINE_BONUS),
    }
    assert {one.subject for one in components().values() if one.kind == "token"} == {
        token.id for token in TOKENS
    }


@pytest.mark.parametrize("key", components())
def test_each_has_its_own_address(client: Client, key: str) -> None:
    page = markup(client.get(reverse("component", args=[key])))
    assert "Its symbols" in page


MERCURIAN = {
    key for key, one in components().items() if one.kind == "agent" and one.planet == "mercury"
}


@pytest.mark.parametrize(
    ("key", "alike"),
    [
        ("nero", MERCURIAN - {"nero"}),
        ("technology-s-2", {f"technology-s-{level}" for level in (1, 3, 4, 5)}),
    ],
)
def test_the_page_of_a_card_has_those_like_it(client: Client, key: str, alike: set[str]) -> None:
    """The other agents of its planet, or the other levels of its technology."""
    context = client.get(reverse("component", args=[key])).context
    assert {component.key for component, _text in context["alike"]} == alike


def test_unknown_cards_are_not_found(client: Client) -> None:
    assert client.get(reverse("component", args=["nobody"])).status_code == 404


def test_filters_combine() -> None:
    both = found(planet="mars", faction="robot", cost="2")
    assert both == {"v4nc3", "r0bins0n"}
    assert found(planet="mars") > both
    assert found(kind="token") == {one.key for one in components().values() if one.kind == "token"}


def test_a_symbol_finds_all_cards_that_have_it() -> None:
    transferring = {agent.slug for agent in latest_agents() if "Transfer(" in repr(agent.effects)}
    assert found(symbol="transfer", kind="agent") == transferring
    assert "token-transfer" in found(symbol="transfer")


def test_names_and_texts_are_searched() -> None:
    assert "jack-curry" in found(q="jack")
    assert found(q="nero") == {"nero"}
    assert "nero" in found(q="zenithium mercury")
    assert found(q="xyzzy") == set()


@pytest.mark.parametrize(
    "query", ["cost=x", "cost=99999", "symbol=nothing", "planet=pluto", "kind=%00", "q=" + "a" * 99]
)
def test_nonsense_is_left_out(client: Client, query: str) -> None:
    assert client.get(f"{CARDS}?{query}").status_code in (200, 400)


def test_every_symbol_that_is_printed_can_be_clicked(client: Client) -> None:
    used = {symbol for one in components().values() for symbol in one.symbols}
    used -= {Symbol.THEN}  # joins a price and what it buys
    assert set(meanings()) == used
    page = client.get(CARDS).content.decode()
    assert [symbol for symbol in used if f"symbol={symbol}" not in page] == []
    legend = client.get("/symbols/").content.decode()
    assert f"{CARDS}?symbol={Symbol.TRANSFER}" in legend


def test_a_chosen_symbol_keeps_the_other_filters(client: Client) -> None:
    page = client.get(f"{CARDS}?planet=mars").content.decode()
    assert "?planet=mars&amp;symbol=transfer" in page


def test_cards_of_the_expansion_say_so(client: Client) -> None:
    page = markup(client.get(reverse("component", args=["mungo"])))
    assert "Secret Agents" in page
    assert "Secret Agents" not in markup(client.get(reverse("component", args=[BASE[0].slug])))


def test_the_opened_card_leads_to_its_page(client: Client) -> None:
    card = client.get(reverse("card", args=["en"]), {"agent": "nero"}).content.decode()
    assert reverse("component", args=["nero"]) in card
    assert all(planet in PLANETS for planet in {one.planet for one in components().values()} - {""})
