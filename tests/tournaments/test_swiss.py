"""Pairing by the Swiss system: whole random tournaments, and positions made by hand."""

import math
import random
from collections.abc import Iterable, Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing_results import PairingResult, begins, firsts
from games.tournaments.standings import standings
from games.tournaments.swiss import RULES, Edge, SwissField, pair


def game(first: int, second: int | None, score: float = 1, number: int = 1) -> PairingResult:
    return PairingResult(number, first, second, score, 1 - score if second else 0)


def met(history: Iterable[PairingResult]) -> set[frozenset[int]]:
    """Return the pairs of players who have met."""
    return {frozenset((game.first, game.second)) for game in history if game.second is not None}


@settings(max_examples=40)
@given(
    players=st.integers(4, 40),
    seed=st.integers(0, 2**32),
    drop=st.sampled_from([0, 0, 0.3]),
    rounds=st.integers(3, 9),
)
def test_a_whole_tournament(players: int, seed: int, drop: float, rounds: int) -> None:
    """Each player is paired once a round; no two meet twice, unless nearly all left."""
    chance = random.Random(seed)
    history: list[PairingResult] = []
    here = list(range(1, players + 1))
    rounds = min(rounds, max(3, math.ceil(players / 2)))
    for number in range(1, rounds + 1):
        table = standings(range(1, players + 1), history)
        points = {each.number: each.points for each in table}
        order = [each.number for each in table if each.number in here]
        if len(order) < 2:
            return
        pairs = pair(SwissField(order, points, history), lot=bool(number % 2))
        assert sorted(one for both in pairs for one in both if one) == sorted(here)
        byes = [first for first, second in pairs if second is None]
        assert len(byes) == len(here) % 2
        had = {each.first for each in history if each.second is None}
        assert not had & set(byes) or set(here) <= had
        again = [both for both in pairs if frozenset(both) in met(history)]
        if len(here) == players:
            assert not again
            turns = firsts(history)
            assert all(abs(count) <= 2 for count in turns.values())
        for first, second in pairs:
            score = chance.choice([1, 1, 0.5, 0, 0])
            history.append(game(first, second, score if second else 1, number))
        if chance.random() < drop:
            here.remove(chance.choice(here))


def every_way(order: Sequence[int]) -> Iterator[list[Edge]]:
    """Yield every way to pair all, with one bye if they are odd."""
    if len(order) % 2:
        for bye in order:
            others = [one for one in order if one != bye]
            yield from ([*games, (bye, None)] for games in every_way(others))
    elif not order:
        yield []
    else:
        one, *rest = order
        for other in rest:
            left = [each for each in rest if each != other]
            yield from ([(one, other), *games] for games in every_way(left))


def wrong(found: SwissField, pairs: Sequence[Edge]) -> list[int]:
    """Return what is wrong with a round, rule by rule."""
    place = found.place
    edges = [(a, b) if b is None or place[a] < place[b] else (b, a) for a, b in pairs]
    return [sum(rule(found, edge) for edge in edges) for rule in RULES]


@st.composite
def fields(draw: st.DrawFn) -> SwissField:
    """Some players, whom they have met and how that went."""
    players = draw(st.integers(2, 8))
    numbers = range(1, players + 1)
    two = st.sampled_from([(a, b) for a in numbers for b in numbers if a != b])
    met = draw(st.lists(two, max_size=3 * players))
    history = [game(*both, draw(st.sampled_from([0, 0.5, 1])), 1) for both in met]
    if players % 2:
        history += [game(one, None) for one in draw(st.sets(st.sampled_from(numbers)))]
    table = standings(numbers, history)
    points = {each.number: each.points for each in table}
    return SwissField([each.number for each in table], points, history)


@given(fields())
def test_no_other_pairing_would_break_fewer_rules(found: SwissField) -> None:
    """No two meet twice if there is another way."""
    best = min(wrong(found, pairs) for pairs in every_way(found.order))
    assert wrong(found, pair(found)) == best


def test_a_large_field_is_paired_as_well() -> None:
    numbers = range(1, 129)
    history = [game(number, number + 64) for number in range(1, 65)]
    points = {number: float(number < 65) for number in numbers}
    pairs = pair(SwissField(numbers, points, history))
    assert sorted(one for both in pairs for one in both if one) == list(numbers)
    assert not {frozenset(both) for both in pairs} & met(history)
    assert all(points[one] == points[other or 0] for one, other in pairs)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    pairs = pair(SwissField(range(1, 9), dict.fromkeys(range(1, 9), 0.0), []))
    assert [set(both) for both in pairs] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [both[0] for both in pairs] == [5, 2, 7, 4]  # first turns go up and down by turns


def test_equal_points_meet() -> None:
    history = [game(1, 5), game(2, 6), game(3, 7), game(4, 8)]
    points = {number: 1.0 if number < 5 else 0.0 for number in range(1, 9)}
    pairs = pair(SwissField(range(1, 9), points, history))
    assert {frozenset(both) for both in pairs} == {
        frozenset(both) for both in ((1, 3), (2, 4), (5, 7), (6, 8))
    }


def test_no_player_meets_anybody_twice_while_there_is_another_way() -> None:
    """The top two have met, and going down the list alone would leave two who have met too."""
    history = [game(1, 2), game(3, 4), game(1, 3, number=2), game(2, 4, number=2)]
    pairs = pair(SwissField(range(1, 5), dict.fromkeys(range(1, 5), 1.0), history))
    assert {frozenset(both) for both in pairs} == {frozenset((1, 4)), frozenset((2, 3))}


def test_two_who_are_left_meet_again() -> None:
    history = [game(1, 2), game(2, 1, number=2)]
    assert pair(SwissField([1, 2], {1: 1, 2: 1}, history)) == [(1, 2)]


def test_a_bye_goes_to_the_last_who_had_none() -> None:
    points = dict.fromkeys(range(1, 6), 0.0)
    assert pair(SwissField(range(1, 6), points, []))[-1] == (5, None)
    assert pair(SwissField(range(1, 6), points, [game(5, None)]))[-1] == (4, None)
    everybody = [game(number, None) for number in range(1, 6)]
    assert pair(SwissField(range(1, 6), points, everybody))[-1] == (5, None)


def test_first_turns_go_to_who_had_them_less_often_and_then_longer_ago() -> None:
    assert begins([game(1, 2)], 1, 2, lot=True) is False
    assert begins([game(1, 2)], 2, 1, lot=False) is True
    history = [game(1, 3), game(4, 1, number=2), game(5, 2), game(2, 6, number=2)]
    assert begins(history, 1, 2, lot=False) is True
    assert begins([], 1, 2, lot=True) is True
    assert begins([], 1, 2, lot=False) is False
    assert begins([game(1, None)], 1, 2, lot=True) is True
