"""Pairing by the Swiss system: whole random tournaments, and positions made by hand."""

import math
import random
from collections.abc import Iterable, Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing_results import PairingResult, begins, firsts
from games.tournaments.standings import standings
from games.tournaments.swiss import Edge, SwissField, pair


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


def faults(field: SwissField, pairs: Sequence[Edge]) -> list[int]:
    """Return what is wrong with a round by each rule, the most important one first.

    It counts anew what docs/tournaments.md says, from the order, the points and the history alone.
    """
    order, points = list(field.order), field.points
    played = [game for game in field.history if game.second is not None]
    turns = {
        player: sum(game.first == player for game in played)
        - sum(game.second == player for game in played)
        for player in order
    }
    byes = [player for player, other in pairs if other is None]
    games = [(player, other) for player, other in pairs if other is not None]
    second_byes = sum(game.first in byes and game.second is None for game in field.history)
    repeats = sum({game.first, game.second} == {*both} for game in played for both in games)
    thrice = sum(turns[a] == turns[b] and turns[a] not in (-1, 0, 1) for a, b in games)
    bye_above = sum(len(order[order.index(player) + 1 :]) for player in byes)
    unequal = sum(round(4 * (points[a] - points[b]) ** 2) for a, b in games)
    same_turn = sum(min(turns[a], turns[b]) > 0 or max(turns[a], turns[b]) < 0 for a, b in games)
    unfolded = 0
    for a, b in games:
        group = [player for player in order if points[player] == points[a]]
        apart = abs(order.index(a) - order.index(b))
        unfolded += abs(apart - (len(group) // 2 if b in group else 1))
    return [second_byes, repeats, thrice, bye_above, unequal, same_turn, unfolded]


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
def test_no_other_pairing_would_break_fewer_rules(field: SwissField) -> None:
    """No two meet twice if there is another way."""
    best = min(faults(field, pairs) for pairs in every_way(field.order))
    assert faults(field, pair(field)) == best


def pairs_of(points: Sequence[float], history: Sequence[PairingResult]) -> set[frozenset[int]]:
    """Return who meets whom of players who are numbered from 1 in the order of their points."""
    numbers = range(1, len(points) + 1)
    field = SwissField(numbers, dict(zip(numbers, points, strict=True)), history)
    return {frozenset(one for one in both if one) for both in pair(field)}


def turns(counts: Sequence[int]) -> list[PairingResult]:
    """Return games of players 1, 2 … against others, with so many first or second turns more."""
    return [
        game(player, 100) if count > 0 else game(100, player)
        for player, count in enumerate(counts, start=1)
        for _game in range(abs(count))
    ]


def both(*pairs: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(each) for each in pairs}


def test_no_player_goes_first_a_third_time_more_often_for_the_sake_of_points() -> None:
    points = [1, 1, 0, 0]
    assert pairs_of(points, turns([1, 1, -1, -1])) == both((1, 2), (3, 4))
    for counts in ([2, 2, 0, 0], [-2, -2, 0, 0], [0, 0, 3, 3]):
        assert pairs_of(points, turns(counts)) == both((1, 3), (2, 4))
    assert pairs_of(points, turns([2, 3, 0, 0])) == both((1, 2), (3, 4)), "one is ahead: it is 2"


def test_a_repeat_is_worse_than_a_third_turn_and_a_second_bye_worse_than_a_repeat() -> None:
    met = [game(1, 2), game(1, 4), game(3, 2), game(3, 4)]  # so 1 and 3 went first twice
    assert pairs_of([1, 1, 0, 0], met) == both((1, 3), (2, 4))
    byes = [game(2, None), game(3, None)]
    assert pairs_of([2, 1, 1], [game(2, 3), *byes]) == both((1,), (2, 3))


def test_the_bye_goes_to_the_last_even_if_points_are_less_equal_then() -> None:
    assert pairs_of([2, 1, 1], []) == both((1, 2), (3,))


def test_two_small_differences_beat_one_large_one() -> None:
    """Also if others than the two would go first again."""
    assert pairs_of([3, 2, 1, 0], [game(1, 2)]) == both((1, 3), (2, 4))


def test_with_equal_points_those_meet_who_want_different_turns() -> None:
    assert pairs_of([0, 0, 0, 0], []) == both((1, 3), (2, 4))
    assert pairs_of([0, 0, 0, 0], turns([1, -1, 1, -1])) != both((1, 3), (2, 4))
    assert pairs_of([1, 1, 0, 0], turns([1, 1, -1, -1])) == both((1, 2), (3, 4))


def test_the_last_of_a_group_meets_the_first_of_the_next() -> None:
    points = [1, 1, 1, 0, 0, 0]
    assert frozenset((3, 4)) in pairs_of(points, [])


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
