"""The picture of a table: what it shows, to whom, and that it needs no font."""

import re
import struct
from xml.etree import ElementTree

import pytest

from accounts.models import User
from games.notifications.board_image import HAND, HEIGHT, WIDTH, Picture, picture
from games.tables.models import Game
from games.tables.selectors import Seen, seen
from tests.notifications.mailing import game_of, seat_of
from tests.support.factories import answer, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada", language="en")


@pytest.fixture
def game(ada: User) -> Game:
    return game_of(ada, player("bob"), turns=4)


def drawn(found: Seen, with_hand: bool = False) -> Picture:
    return picture(found.view(), found.seats, found.number, with_hand=with_hand)


def cards_in(one: Picture) -> int:
    """Return how many cards of a hand are drawn."""
    return one.svg.count('<rect x="-18" width="36"')


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
    hand = found.view()["hands"][found.number]["cards"]
    own = drawn(found, with_hand=True)
    assert cards_in(own) == len(hand) > 0
    assert struct.unpack(">II", own.png(zoom=1)[16:24]) == (WIDTH, HEIGHT + HAND)
    assert cards_in(drawn(found)) == 0
    assert cards_in(drawn(seen(None, game.pk), with_hand=True)) == 0


def test_without_a_hand_nothing_depends_on_what_is_hidden(ada: User, game: Game) -> None:
    """A spectator and the player on side 0 see the same table, but for the word "you"."""
    zero = game.seats.get(number=0).user
    assert zero is not None
    mine, theirs = drawn(seen(zero, game.pk)), drawn(seen(None, game.pk))
    assert mine.svg == theirs.svg
    named = [sentence.replace("you.", f"{zero.username}.") for sentence in mine.sentences]
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
