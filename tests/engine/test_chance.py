"""Chance: the same seed gives the same game on any machine, and anyone can deal it again."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine import BadSetup, Chance, Game, Options, Setup, deal
from engine.agents import AGENTS
from engine.boards import TOKEN_BAG, TOKENS
from engine.chance import Stream
from engine.names import PLACES
from tests.engine.invariants import random_game
from tests.engine.prepared import play, prepared


def words(seed: str, label: str) -> list[int]:
    """The stream as the docstring of `engine.chance` describes it, written a second time."""
    found = []
    for counter in range(50):
        block = hmac.new(seed.encode(), f"{label}:{counter}".encode(), hashlib.sha256).digest()
        found += [int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8)]
    return found


def shuffled_again(seed: str, label: str, items: list[str]) -> list[str]:
    stream = iter(words(seed, label))
    for last in range(len(items) - 1, 0, -1):
        other = next(stream) % (last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def test_a_deal_can_be_made_again_from_its_description() -> None:
    setup = deal(Options(), "verify me")
    deck = shuffled_again("verify me", "deck", [agent.slug for agent in AGENTS[:90]])
    assert [*setup.hands[0], *setup.hands[1], *setup.deck] == deck
    tokens = shuffled_again("verify me", "tokens", [TOKENS[kind].id for kind in TOKEN_BAG])
    assert [*setup.tokens.values(), *setup.token_supply] == tokens
    assert list(setup.tokens) == list(PLACES)
    assert setup.first_side == words("verify me", "first side")[0] % 2
    parts = zip(("SD", "UO", "NP"), words("verify me", "boards"), strict=False)
    assert setup.boards == "".join(sides[word % 2] for sides, word in parts)


def test_a_deal_is_the_same_for_ever() -> None:
    setup = deal(Options(4, secret_agents=True), "für immer")
    text = repr((setup.first_side, setup.boards, setup.hands, setup.deck, setup.token_supply))
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert digest == "1f296cc60d2b192438d62092529c47ad85692454ddfc45bf4c8ca28637f247af"


def test_words_above_the_largest_multiple_are_left_out() -> None:
    stream = Stream("seed", "label")
    third = (1 << 64) // 3
    stream._words = [7, (1 << 64) - 1]  # the last is the next; 2 ** 64 - 1 is a multiple of 3
    assert stream.below(3) == 7 % 3
    assert stream._words == []
    stream._words = [3 * third - 1]
    assert stream.below(3) == 2


def test_every_number_and_every_order_is_about_equally_likely() -> None:
    stream = Stream("fair", "dice")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert all(850 < counts[face] < 1150 for face in range(6))
    orders = Counter(tuple(Stream(str(n), "x").shuffled("abc")) for n in range(1200))
    assert len(orders) == 6
    assert all(140 < count < 260 for count in orders.values())


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_zero(n: int) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        Stream("a", "b").below(n)


def test_labels_do_not_disturb_each_other() -> None:
    assert deal(Options(), "one").deck == deal(Options(boards="SUN"), "one").deck


@pytest.mark.parametrize("seed", ["", "ü", "🂡", "\x00", "\ud800", "x" * 10_000])
def test_any_text_is_a_seed(seed: str) -> None:
    assert deal(Options(), seed) == deal(Options(), seed)


def test_what_is_no_text_is_no_seed() -> None:
    number: Any = 5
    with pytest.raises(BadSetup):
        deal(Options(), number)


def test_the_deck_is_shuffled_anew_by_the_seed_and_the_number_of_the_shuffle() -> None:
    game = prepared(hand=["titus", "mc4ffr3y"], deck=(), rest="discard", seed="again")
    discard = game.position()["discard"]
    events = play(game, "recruit mc4ffr3y")
    mixed = Chance("again").shuffled("reshuffle deck 1", discard)
    drawn = [event["agents"] for event in events if event["event"] == "CardsDrawn"]
    assert drawn == [tuple(mixed[:3])]
    assert {"event": "DeckShuffled", "count": len(discard)} in events
    assert game.position()["deck"] == mixed[3:]


class Unshuffled:
    """A source of shuffles that leaves everything in its order."""

    def shuffled(self, label: str, items: Sequence[int]) -> list[int]:
        return list(items)


def test_the_source_of_later_shuffles_can_be_handed_in() -> None:
    game = prepared(hand=["mc4ffr3y"], rest="discard", chance=Unshuffled())
    oldest = game.position()["discard"]
    play(game.copy(), "recruit mc4ffr3y")
    play(game, "recruit mc4ffr3y")
    assert game.position()["deck"] == oldest[4:]


def test_a_setup_can_be_prescribed() -> None:
    dealt = deal(Options(boards="DOP"), "prescribed")
    deck = sorted([*dealt.deck, *dealt.hands[0], *dealt.hands[1]])
    setup = Setup(
        options=Options(),
        first_side=1,
        boards="DOP",
        tokens=dealt.tokens,
        token_supply=dealt.token_supply,
        deck=tuple(deck[8:]),
        hands=(tuple(deck[:4]), tuple(deck[4:8])),
        seed="later",
    )
    game = Game(setup)
    assert game.view(0)["hands"][0]["cards"] == deck[:4]
    play(game, "redraw", "redraw")
    assert game.pending[0].seats == (1,)
    assert game.view(None)["boards"] == "DOP"


def test_a_whole_game_follows_from_its_seed_and_its_answers() -> None:
    games = [random_game(Options(), "whole") for _ in range(2)]
    assert games[0].record() == games[1].record()
    assert random_game(Options(), "other").record() != games[0].record()
