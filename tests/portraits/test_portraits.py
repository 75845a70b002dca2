"""Portraits: one of each agent, all different, in one small file."""

import gzip
import re
from collections import defaultdict
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.templatetags.static import static

from engine.agents import AGENTS, NUMBER, latest_agents
from engine.names import ANIMOD, HUMAN, PLANETS, ROBOT
from games.portraits import portrait, sprite
from games.portraits.animods import SPECIES
from games.portraits.drawing import TONES
from games.portraits.humans import COLLARS, EYES, HEADS, LOOKS, MOUTHS
from games.portraits.robots import EARS
from games.portraits.robots import HEADS as ROBOT_HEADS

FILE = settings.BASE_DIR / "static" / "img" / "portraits.svg"
LARGEST = 60_000
"""Bytes that all portraits may have together, compressed."""
SVG = "{http://www.w3.org/2000/svg}"


def of(faction: int) -> list[str]:
    """Return the agents of a faction."""
    return [agent.slug for agent in latest_agents() if agent.faction == faction]


def test_the_file_is_drawn_anew() -> None:
    assert FILE.read_text() == sprite(), "python -m games.portraits"


def test_every_agent_has_a_symbol() -> None:
    symbols = ElementTree.parse(FILE).getroot().findall(f"{SVG}symbol")
    assert [symbol.get("id") for symbol in symbols] == list(NUMBER)


def test_all_of_them_are_a_small_download() -> None:
    assert len(gzip.compress(FILE.read_bytes())) <= LARGEST


def test_a_portrait_is_the_same_every_time() -> None:
    first = portrait("nero")
    portrait.cache_clear()
    assert portrait("nero") == first


def test_a_portrait_has_no_colours_of_its_own() -> None:
    drawn = "".join(map(portrait, NUMBER))
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', drawn)) <= {
        "none",
        *(f"var(--p-{tone})" for tone in TONES),
    }


def test_no_two_robots_have_the_same_head_and_ears() -> None:
    pairs = {
        (
            next(head for head in ROBOT_HEADS if f'd="{head}"' in portrait(slug)),
            next(ears for ears in EARS if ears in portrait(slug)),
        )
        for slug in of(ROBOT)
    }
    assert len(pairs) == len(of(ROBOT))


def test_animods_of_a_planet_are_different_animals() -> None:
    assert sorted(SPECIES) == sorted(of(ANIMOD))
    animals = defaultdict(list)
    for slug in of(ANIMOD):
        animals[AGENTS[NUMBER[slug]].planet].append(SPECIES[slug])
    assert [len(set(each)) == len(each) for each in animals.values()] == [True] * len(PLANETS)


def test_humans_differ_in_what_they_wear_on_their_heads() -> None:
    assert sorted(LOOKS) == sorted(of(HUMAN))
    assert {look.head for look in LOOKS.values()} == set(HEADS)
    assert len(set(LOOKS.values())) == len(LOOKS)
    planets = {(AGENTS[NUMBER[slug]].planet, look.head) for slug, look in LOOKS.items()}
    assert len(planets) == len(LOOKS)
    for part, table in (("eyes", EYES), ("mouth", MOUTHS), ("collar", COLLARS)):
        assert {getattr(look, part) for look in LOOKS.values()} == set(table)


@pytest.mark.parametrize("slug", ["nero", "queen-suzanne"])
def test_pages_refer_to_the_file(slug: str) -> None:
    html = Template("{% load portraits %}{% portrait slug %}").render(Context({"slug": slug}))
    planet = PLANETS[AGENTS[NUMBER[slug]].planet]
    assert f'class="portrait {planet}"' in html
    assert f'href="{static("img/portraits.svg")}#{slug}"' in html


def test_a_lazy_portrait_names_its_drawing_for_the_script() -> None:
    html = Template("{% load portraits %}{% portrait 'nero' lazy=True %}").render(Context())
    assert f'data-portrait="{static("img/portraits.svg")}#nero"' in html
    assert "<use" not in html


def test_an_emblem_is_drawn_in_the_page() -> None:
    html = Template("{% load portraits %}{% emblem 'nero' %}").render(Context())
    assert html.startswith('<svg class="portrait emblem mercury" viewBox="-80 -43 160 90"')
    assert portrait("nero") in html
    assert "portraits.svg" not in html
