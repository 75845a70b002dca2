"""How cards are used in finished games: counted by a task, shown on the pages of the agents."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.ratings import card_counts, tasks
from games.ratings.models import CardCount, PlayerResult, Pool, RatingChange
from games.symbols.statistics import ENOUGH, UseCount
from games.tables.models import Game, Status
from games.tables.services import ending
from tests.ratings.results_factory import over
from tests.support.browsing import markup
from tests.support.factories import player, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game that one player has resigned after some turns."""
    ada, bob = player("ada"), player("bob")
    game = running_game(ada, bob, answers=16)
    ending.resign(ada, game.pk)
    game.refresh_from_db()
    return game


def uses() -> dict[tuple[str, str], tuple[int, float]]:
    """Return the counted uses, by card and use."""
    rows = CardCount.objects.all()
    assert {row.band for row in rows} <= {""}, "the games of these tests are not rated"
    return {(row.agent, row.use): (row.number, row.score) for row in rows}


def test_uses_are_counted_with_who_won(game: Game) -> None:
    tasks.count_cards()
    counts = uses()
    assert counts.pop(("", "")) == (2, 1.0)
    scores = dict(PlayerResult.objects.values_list("seat", "score"))
    expected: dict[tuple[str, str], tuple[int, float]] = {}
    for seat, action in game.moves.values_list("seat", "action"):
        use, _space, agent = action.partition(" ")
        if use in ("recruit", "develop", "lead"):
            number, score = expected.get((agent, use), (0, 0.0))
            expected[agent, use] = number + 1, score + scores[seat]
    assert counts == expected
    assert counts


def test_uses_are_counted_by_the_rating_before_the_game() -> None:
    ada, bob = player("ada"), player("bob")
    game = over(ada, bob, answers=16)
    for user, before in ((ada, 1800), (bob, 1499.9)):
        RatingChange.objects.filter(rated__game=game, rating__user=user).update(before_value=before)
    card_counts.recount()
    results = CardCount.objects.filter(agent="")
    assert {row.band: (row.number, row.score) for row in results} == {
        "over-1800": (1, 1.0),
        "under-1500": (1, 0.0),
    }
    hers = [a.partition(" ")[2] for s, a in game.moves.values_list("seat", "action") if s == 0]
    for row in CardCount.objects.exclude(agent=""):
        assert (row.band == "over-1800") == (row.agent in hers)


def test_counting_again_changes_nothing(game: Game) -> None:
    card_counts.recount()
    before = uses()
    card_counts.recount()
    assert uses() == before


def test_running_annulled_and_sealed_games_do_not_count(game: Game) -> None:
    running_game(player("eve"), player("dan"), answers=8)
    Game.objects.filter(pk=game.pk).update(sealed=True)
    assert card_counts.recount() == 0
    Game.objects.filter(pk=game.pk).update(sealed=False, status=Status.ABORTED)
    assert card_counts.recount() == 0
    assert not CardCount.objects.exists()


def test_small_samples_say_so() -> None:
    assert UseCount(ENOUGH - 1, 20, 100).wins is None
    assert UseCount(ENOUGH, 18, 100).wins == 60
    assert UseCount(ENOUGH, 18, 100).per_hundred == 30.0


def test_the_page_of_an_agent_shows_its_uses(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("component", args=["nero"])
    assert "No finished games have been counted yet." in markup(client.get(address))
    for agent, use, number in (("", "", 400), ("nero", "recruit", 200), ("nero", "lead", 3)):
        CardCount.objects.create(
            pool=Pool.DAYS, agent=agent, use=use, number=number, score=number * 0.55
        )
    CardCount.objects.create(
        pool=Pool.DAYS, agent="nero", use="recruit", band="over-1800", number=50, score=40
    )
    with django_assert_max_num_queries(2):
        page = markup(client.get(address))
    assert "400 results" in page
    assert "62.5 in 100, 60 % won" in page
    assert "too few to tell" in page
    assert "250 ×" in page  # players of all strengths
    strong = markup(client.get(address, {"strength": "over-1800"}))
    assert "No rated games of players with these ratings" in strong
    CardCount.objects.create(
        pool=Pool.DAYS, agent="", use="", band="over-1800", number=100, score=50
    )
    strong = markup(client.get(address, {"strength": "over-1800"}))
    assert "100 results" in strong
    assert "50.0 in 100, 80 % won" in strong
    assert "500 results" in markup(client.get(address, {"strength": "nonsense"}))
    assert "In finished games" not in markup(
        client.get(reverse("component", args=["line-bonus-1"]))
    )
