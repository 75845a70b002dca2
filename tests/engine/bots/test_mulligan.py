"""The mulligan of the levels: it keeps the cards that the judge likes."""

import pytest

from engine import Chance, Game, Options, deal
from engine.agents import NUMBER
from engine.bots import BOTS
from engine.bots.mulligan import learned_mulligan
from engine.bots.search import Judge
from engine.table import Table
from engine.views import open_hand
from tests.engine.bots.test_bots import OPTIONS, offered


def likes(*slugs: str) -> Judge:
    """Return a judge for whom only these cards in a hand count."""
    cards = {NUMBER[slug] for slug in slugs}

    def judge(table: Table, side: int) -> float:
        return float(sum(len(cards & set(hand)) for hand in table.hands[side::2]) - 2)

    return judge


@pytest.mark.whole
@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_liked_cards_are_kept(kind: str, seat: int) -> None:
    view = Game(deal(OPTIONS[kind], f"liked {seat}")).view(seat)
    hand = open_hand(view, seat)
    for liked in (hand[:2], hand[1:3], hand[:1]):
        answer = learned_mulligan(view, Chance("any"), likes(*liked)).action
        assert answer in offered(view)
        assert not set(liked) & set(answer.split())


def test_cards_are_replaced_for_better_ones_in_the_deck() -> None:
    view = Game(deal(Options(), "replaced")).view(0)
    hand = open_hand(view, 0)
    others = [slug for slug in NUMBER if slug not in hand]
    thought = learned_mulligan(view, Chance("any"), likes(*others))
    # a card that isn't liked can still be the one that the turn plays
    assert len(set(thought.action.split()) & set(hand)) >= 3
    assert thought.nodes > 0


@pytest.mark.whole
def test_the_best_levels_weigh_hands() -> None:
    views = [Game(deal(Options(), f"weighed {number}")).view(0) for number in range(6)]
    for key in ("nova", "zenith"):
        answers = [BOTS[key](view, Chance("any")) for view in views]
        assert answers != [BOTS["greedy"](view, Chance("any")) for view in views]
