"""Names of agents in sentences lead to the pages of the agents."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from engine import Text
from engine.agents import latest_agents
from games.tables.page.cards import card
from games.tables.page.text import PlayerName, linked
from tests.support.browsing import layout_free
from tests.support.factories import finished_game, running_game
from tests.tables.page.pages import page, signed_in

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a class="agent-name" href="/symbols/cards/([\w-]+)/">([^<]+)</a>')
NAME = {agent.slug: agent.name for agent in latest_agents()}


def test_the_name_of_a_card_says_what_it_costs() -> None:
    """A bare number before the name would be read without a word."""
    printed = card("huxl3y")
    assert printed.costs == "costs 5 credits"
    cheaper = replace(printed, price=1)
    assert cheaper.costs == "costs 1 credit, printed 5"
    cost, number = re.findall(r"<(?:span|s)\s([^>]*)>\d+</", str(cheaper.face))
    assert 'title="costs 1 credit, printed 5"' in cost
    assert 'aria-hidden="true"' in number


def linked_in(sentences: list[str]) -> set[str]:
    """Return the agents that sentences link to; no other name is left in them."""
    found = [link for sentence in sentences for link in LINK.findall(sentence)]
    assert all(NAME[slug] == name for slug, name in found)
    rest = " ".join(LINK.sub("", sentence) for sentence in sentences)
    unlinked = [name for name in NAME.values() if re.search(rf"\b{re.escape(name)}\b", rest)]
    assert unlinked == []
    return {slug for slug, _name in found}


def test_the_log_links_every_name(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=40)
    html = page(None, game, "?log=all&since=0")
    log = html[html.index('id="log"') :]
    sentences = re.findall(r'<li(?: class="new")?>(.*?)</li>', layout_free(log))
    played = {
        action.partition(" ")[2]
        for action in game.moves.values_list("action", flat=True)
        if action.startswith(("recruit", "lead", "develop"))
    }
    assert linked_in(sentences) >= played


def test_the_replay_links_every_name(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    recruited = game.moves.filter(action__startswith="recruit").last()
    assert recruited is not None
    html = signed_in(ada).get(reverse("replay_at", args=[game.pk, recruited.seq])).content.decode()
    decisions = html[html.index('class="replay-decisions"') :]
    sentences = re.findall(r"<span>(.*?)</span>", layout_free(decisions.partition("</ol>")[0]))
    assert recruited.action.partition(" ")[2] in linked_in(sentences)


def test_a_player_with_the_name_of_an_agent_is_not_linked() -> None:
    agents: set[str] = set()
    text = Text("%(a)s & %(b)s", {"a": "Nero", "b": PlayerName("Nero")})
    html = '<a class="agent-name" href="/symbols/cards/nero/">Nero</a> &amp; Nero'
    assert linked(text, agents) == html
    assert agents == {"nero"}


def test_a_name_that_is_no_agent_s_is_escaped() -> None:
    assert linked(Text("%(a)s", {"a": "<b>"}), set()) == "&lt;b&gt;"


def test_a_linked_sentence_follows_the_rules_of_its_language() -> None:
    """As without links: in French a sentence after a colon begins with a small letter."""
    inside = Text("Gain %(n)s credit.", {"n": 1}, plural="Gain %(n)s credits.")
    text = Text("Then: %(question)s", {"question": inside})
    with override("fr"):
        sentence = linked(text, set())
    assert re.search(r": [a-z]", sentence.replace("\u00a0", ""))
