"""The page of a game of two teams: who recruits where."""

import re

import pytest

from accounts.models import User
from engine.agents import AGENTS, NUMBER
from engine.names import PLANETS
from engine.views import open_hand
from games.tables.models import Game
from games.tables.services.play import engine_game
from tests.support.factories import answer, player, running_game
from tests.tables.page.pages import page

pytestmark = pytest.mark.django_db

REACH = [{"mercury", "venus", "terra"}, {"terra", "mars", "jupiter"}]
"""The planets on which seats 0 and 1, and seats 2 and 3, recruit."""


@pytest.fixture
def four() -> list[User]:
    """The players of seats 0 to 3."""
    return [player(name) for name in ("ada", "bob", "cy", "dan")]


def out_of_reach(user: User, game: Game) -> set[str]:
    """Return the cards in the hand that say that they can't be recruited."""
    html = page(user, game)
    hand = html[html.index('id="hand"') : html.index("</section>", html.index('id="hand"'))]
    cards = re.split(r'id="card-', hand)[1:]
    return {one.split('"', 1)[0] for one in cards if "Can't recruit" in one or "Can&#x27;t" in one}


def foreign_cards(game: Game, seat: int) -> set[str]:
    """Return the cards of a seat's hand for planets out of its reach."""
    hand = open_hand(engine_game(game).view(seat), seat)
    planets = {slug: PLANETS[AGENTS[NUMBER[slug]].planet] for slug in hand}
    return {slug for slug, planet in planets.items() if planet not in REACH[seat // 2]}


@pytest.mark.parametrize("answers", [0, 6], ids=["mulligan", "turn"])
def test_cards_that_a_seat_cannot_recruit_say_so(four: list[User], answers: int) -> None:
    """In the mulligan, when a card is played, and while one waits."""
    game = running_game(*four, answers=answers)
    foreign = [foreign_cards(game, seat) for seat in range(4)]
    assert any(foreign)
    assert [out_of_reach(user, game) for user in four] == foreign


def test_one_against_one_every_card_can_be_recruited() -> None:
    ada, bob = player("ada"), player("bob")
    game = running_game(ada, bob)
    assert "out-of-reach" not in page(ada, game)
    assert 'class="edge' not in page(ada, game)
    assert "out-of-reach" not in page(bob, answer(answer(game)))


def test_the_edges_of_the_board_say_who_recruits_where(four: list[User]) -> None:
    game = running_game(*four, answers=6)
    edges = re.findall(r'class="edge ([^"]+)"\s+title="([^"]+)"', page(four[1], game))
    first, second = "Mercury, Venus, Terra", "Terra, Mars, Jupiter"
    assert edges == [
        ("theirs", f"ada: Recruits on {first}."),
        ("theirs", f"cy: Recruits on {second}."),
        ("mine own", f"bob: Recruits on {first}."),
        ("mine", f"dan: Recruits on {second}."),
    ]
