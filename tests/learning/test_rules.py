"""The rules page: each picture equals the position that it names."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from engine import Game as EngineGame
from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS
from engine.public_types import SideView
from engine.sparse_positions import complete
from games.learning.diagrams import example_html
from games.learning.examples import EXAMPLES, Example
from games.learning.glossary import GLOSSARY
from games.learning.questions import FAQ
from games.learning.rules import contents
from tests.support.browsing import markup

pytestmark = pytest.mark.django_db

STEPS = [
    pytest.param(example, number, id=f"{example.key} {number}")
    for example in EXAMPLES.values()
    for number in range(1, len(example.actions) + 2)
]


class Picture(HTMLParser):
    """The discs, the columns and the markers of a picture, read from its HTML."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self.prefix = prefix
        self.discs: dict[str, int] = {}
        self.columns: dict[str, list[str]] = {}
        self.levels: dict[str, int] = {}
        self.won: list[str] = []
        self.column = self.level = ""
        self.is_mine = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what lies where."""
        values = {name: value or "" for name, value in attrs}
        name = values.get("id", "").removeprefix(self.prefix)
        if name.startswith("disc-"):
            self.discs[name.removeprefix("disc-")] = int(values["data-at"])
        if re.fullmatch(r"column-(mine|theirs)-[a-z]+", name):
            self.column = name
            self.columns[name] = []
        if name.startswith("side-"):
            self.column, self.is_mine = "", name == "side-mine"
        if re.fullmatch(r"tech-[a-z]+-\d", name):
            self.level = name
        classes = values.get("class", "").split()
        if classes == ["marker", "mine"]:
            _tech, faction, number = self.level.split("-")
            self.levels[faction] = int(number)
        if "disc-won" in classes and self.is_mine:
            self.won.append(classes[-1])
        target = values.get("popovertarget", "")
        if target.startswith("agent-") and self.column:
            self.columns[self.column].append(target.removeprefix("agent-"))


def picture(example: Example, number: int) -> tuple[str, Picture]:
    """Return the HTML of a step's picture, and what it shows."""
    html = example_html(example.key)
    pictures = html.split('<div class="diagram">')[1:]
    part = pictures[number - 1]
    seen = Picture(f"{example.key}-{number}-")
    seen.feed(part)
    return part, seen


@pytest.mark.parametrize(("example", "number"), STEPS)
def test_a_picture_equals_its_position(example: Example, number: int) -> None:
    game = example.games()[number - 1]
    view = game.view(0)
    html, seen = picture(example, number)
    in_play = {p: at for p, at in view["discs"].items() if at is not None and p in example.planets}
    assert seen.discs == in_play
    for side, whose in enumerate(("mine", "theirs")):
        for planet in example.planets:
            column = view["sides"][side]["columns"][planet]
            shown = seen.columns[f"column-{whose}-{planet}"]
            assert shown[:1] == column[-1:]
            assert all(AGENTS[NUMBER[slug]].name in html for slug in column)
    if "mine" in example.parts:
        assert sorted(seen.won) == sorted(view["sides"][0]["won"])
        assert f"<b>{view['sides'][0]['credits']}</b>" in html
        assert f"<b>{view['sides'][0]['zenithium']}</b>" in html
    if "tracks" in example.parts:
        levels = view["sides"][0]["technologies"]
        assert seen.levels == {faction: levels[faction] for faction in FACTIONS if levels[faction]}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_an_example_is_a_legal_turn_with_a_caption_each(example: Example) -> None:
    position = complete(example.position)
    assert EngineGame.from_position(position).position() == position
    assert len(example.captions) == len(example.games()) == len(example.actions) + 1
    last = example.games()[-1]
    assert not example.actions or last.outcome or last.pending[0].seats == (1,)


def test_what_captions_count_is_so() -> None:
    """The numbers in the sentences, from the engine."""

    def mine(key: str) -> list[SideView]:
        return [game.view(0)["sides"][0] for game in EXAMPLES[key].games()]

    first, *_steps, last = mine("recruit")
    assert first["credits"] - last["credits"] == 1  # 3, with two agents there
    first, *_steps, last = mine("exile")
    assert last["credits"] - first["credits"] == 3 - 3  # Bajazet costs 3, Felis brings 3
    first, *_steps, last = mine("develop")
    assert (first["zenithium"] - last["zenithium"], last["credits"] - first["credits"]) == (2, 6)
    assert EXAMPLES["influence"].games()[-1].view(0)["discs"]["mars"] == 0
    assert mine("influence")[-1]["credits"] == 12 - 4 + 3
    assert EXAMPLES["lead"].games()[-1].view(0)["hands"][0]["count"] == 5
    outcome = EXAMPLES["victory"].games()[-1].outcome
    assert outcome is not None
    assert outcome.victory == "absolute"


def test_every_example_is_on_the_page(client: Client) -> None:
    for name in ("rules", "rules_print"):
        html = client.get(reverse(name)).content.decode()
        assert [key for key in EXAMPLES if f'id="example-{key}"' not in html] == []
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert sorted({each for each in ids if ids.count(each) > 1}) == []


def test_links_into_the_page_lead_somewhere(client: Client) -> None:
    html = client.get(reverse("rules")).content.decode()
    anchors = set(re.findall(r'href="#([\w-]+)"', html)) - {"main"}
    assert anchors >= set(contents()) | {term.anchor for term in GLOSSARY}
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in html] == []
    popovers = set(re.findall(r'popovertarget="([\w-]+)"', html))
    assert [target for target in popovers if f'id="{target}"' not in html] == []


def test_questions_and_terms_are_on_the_page(client: Client) -> None:
    page = markup(client.get(reverse("rules"))).replace("&#x27;", "'")
    answers = [answer for topic in FAQ for pair in topic.answers for answer in pair]
    assert [str(text) for text in answers if str(text) not in page] == []
    terms = [name for term in GLOSSARY for name in (term.en, term.fr, term.de)]
    assert [name for name in terms if name not in page] == []


def test_the_page_to_print_has_nothing_to_click(client: Client) -> None:
    html = client.get(reverse("rules_print")).content.decode()
    main = html.partition("<main")[2].partition("</main>")[0]
    assert "<form" not in main
    assert "button main" not in main
