"""The picture of a table: what it shows, to whom, and that it needs no font."""

import re
import struct
from xml.etree import ElementTree

import pytest

from accounts.models import User
from engine.public_types import View
from engine.symbols import depict_agent, depict_technology, symbols_in
from engine.views import open_hand
from engine.words import describe_agent, describe_technology
from games.notifications.board_image import CARD, FOOT, HEIGHT, LEVEL, WIDTH, Picture, picture
from games.tables.models import Game
from games.tables.selectors import Seen, seen
from tests.notifications.mailing import game_of, seat_of
from tests.support.factories import answer, player, running_game

pytestmark = [pytest.mark.django_db, pytest.mark.draws]

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


@pytest.fixture
def game(ada: User) -> Game:
    return game_of(ada, player("bob"), turns=4)


def drawn(found: Seen, with_hand: bool = False) -> Picture:
    return picture(found.view(), found.seats, found.number, with_hand=with_hand)


def cards_in(one: Picture) -> list[set[str]]:
    """Return what is drawn on each card of a hand."""
    return groups(one, "card")


def groups(one: Picture, name: str) -> list[set[str]]:
    """Return which drawings each group of a class uses."""
    return [
        {use.attrib["href"].removeprefix("#") for use in group.iter(f"{SVG}use")}
        for group in ElementTree.fromstring(one.svg).iter(f"{SVG}g")
        if group.get("class") == name
    ]


def next_levels(view: View, side: int) -> list[tuple[str, int]]:
    """Return the letters of the technologies that a side can develop, with their next levels."""
    reached = view["sides"][side]["technologies"].values()
    boards = zip(view["boards"], reached, strict=True)
    return [(letter, level + 1) for letter, level in boards if level < 5]


def test_it_is_svg_and_png(ada: User, game: Game) -> None:
    one = drawn(seen(ada, game.pk))
    assert ElementTree.fromstring(one.svg).tag.endswith("svg")
    png = one.png(zoom=2)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (2 * WIDTH, 2 * HEIGHT)


def test_it_needs_no_font_and_no_style(ada: User, game: Game) -> None:
    svg = drawn(seen(ada, game.pk), with_hand=True).svg
    assert "<text" not in svg
    assert "var(" not in svg
    assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r' id="([\w-]+)"', svg))


def test_only_the_owner_sees_a_hand_and_only_when_asked_for(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    assert found.number is not None
    hand = open_hand(found.view(), found.number)
    own = drawn(found, with_hand=True)
    assert len(cards_in(own)) == len(hand) > 0
    height = HEIGHT + CARD * len(hand) + LEVEL * 3 + FOOT
    assert struct.unpack(">II", own.png(zoom=1)[16:24]) == (WIDTH, height)
    for other in (drawn(found), drawn(seen(None, game.pk), with_hand=True)):
        assert cards_in(other) == groups(other, "level") == []


def test_a_hand_is_drawn_with_its_effects_and_named_in_words(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    assert found.number is not None
    hand = open_hand(found.view(), found.number)
    own = drawn(found, with_hand=True)
    for slug, card in zip(hand, cards_in(own), strict=True):
        assert symbols_in(depict_agent(slug)) <= card
        assert str(describe_agent(slug)) in own.says
        assert str(describe_agent(slug)) not in drawn(found).says


def test_the_next_levels_are_drawn_with_their_effects_until_the_end(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    assert found.number is not None
    view = found.view()
    own = drawn(found, with_hand=True)
    levels = next_levels(view, found.number % 2)
    for (letter, level), drawing in zip(levels, groups(own, "level"), strict=True):
        assert symbols_in(depict_technology(letter, level)) <= drawing
        assert f"level {level}: {describe_technology(letter, level)}" in own.says
    ended = picture(view, found.seats, found.number, over=True, with_hand=True)
    assert cards_in(ended) == cards_in(own)
    assert groups(ended, "level") == []


def test_a_technology_at_its_highest_level_has_no_next_one(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    assert found.number is not None
    view = found.view()
    view["sides"][found.number % 2]["technologies"] = {"animod": 5, "human": 4, "robot": 5}
    own = picture(view, found.seats, found.number, with_hand=True)
    assert len(groups(own, "level")) == 1
    assert own.png(zoom=1).startswith(b"\x89PNG")


def test_a_hand_of_four_seats_is_that_of_the_reader() -> None:
    users = [player(name, language="en") for name in ("ada", "bob", "cleo", "dan")]
    game = running_game(*users, answers=8)
    found = seen(users[2], game.pk)
    assert found.number is not None
    hand = open_hand(found.view(), found.number)
    own = drawn(found, with_hand=True)
    assert len(cards_in(own)) == len(hand) > 0
    assert all(str(describe_agent(slug)) in own.says for slug in hand)
    others = [one["cards"] for number, one in enumerate(found.view()["hands"]) if number != 2]
    assert others == [None] * 3


def test_without_a_hand_nothing_depends_on_what_is_hidden(ada: User, game: Game) -> None:
    """A spectator and the player on side 0 see the same table, but for the word "you"."""
    zero = game.seats.get(number=0).user
    assert zero is not None
    mine, theirs = drawn(seen(zero, game.pk)), drawn(seen(None, game.pk))
    assert mine.svg == theirs.svg
    other = game.seats.get(number=1).name
    named = [
        sentence.replace("you.", f"{zero.username}.").replace("your opponent.", f"{other}.")
        for sentence in mine.sentences
    ]
    assert named == theirs.sentences


def test_each_side_sits_below(ada: User, game: Game) -> None:
    while not any(seen(ada, game.pk).view()["discs"].values()):
        game = answer(game)
    first, second = (game.seats.get(number=number).user for number in (0, 1))
    one, other = (drawn(seen(user, game.pk)) for user in (first, second))
    assert one.svg != other.svg
    assert one.says.count("below") == other.says.count("above")


def test_the_words_name_cards_technologies_and_the_badge(ada: User, game: Game) -> None:
    while not seen(ada, game.pk).view()["badge"]:
        game = answer(game)
    found = seen(ada, game.pk)
    view, says = found.view(), drawn(found).says
    for seat, side in enumerate(view["sides"]):
        assert f"Cards in hand: {view['hands'][seat]['count']}." in says
        columns = ", ".join(f"{p.capitalize()} {len(c)}" for p, c in side["columns"].items())
        assert f"Cards in columns: {columns}." in says
        levels = ", ".join(f"{f.capitalize()} {n}" for f, n in side["technologies"].items())
        assert f"Technologies: {levels}." in says
    assert "Leader badge" in says


def test_it_marks_where_discs_were(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    earlier = found.view_before(0)
    moved = [p for p, at in found.view()["discs"].items() if at not in (None, earlier["discs"][p])]
    assert moved
    marked = picture(found.view(), found.seats, found.number, earlier)
    assert marked.svg.count("stroke-dasharray") == len(moved)
    assert "stroke-dasharray" not in drawn(found).svg


def test_it_says_the_same_in_words(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    view = found.view()
    one = drawn(found)
    mine = view["sides"][seat_of(game, ada).side]
    assert len(one.sentences) == 7
    assert f"ada: credits {mine['credits']}, zenithium {mine['zenithium']}" in one.says


def test_the_view_of_an_earlier_moment_knows_nothing_later(ada: User, game: Game) -> None:
    found = seen(ada, game.pk)
    assert found.number is not None
    then = found.view_before(2)
    assert [hand["cards"] is None for hand in then["hands"]] == [
        number != found.number for number in range(2)
    ]
