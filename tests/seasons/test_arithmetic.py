"""The pure parts of seasons: quarters, divisions, schedules, tables."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.seasons.divisions import Placement, arrange, sizes, steps
from games.seasons.quarters import Quarter, quarter_of
from games.seasons.schedule import LATEST, gap, rounds
from games.seasons.standings import (
    POINTS,
    DivisionPlayer,
    DivisionStanding,
    FixtureResult,
    standings,
)

DAY = timedelta(days=1)


# --- quarters ---


def test_a_year_has_four_seasons() -> None:
    starts = [Quarter(2027, number).start for number in (1, 2, 3, 4)]
    assert [(start.month, start.day, start.hour) for start in starts] == [
        (month, 1, 0) for month in (1, 4, 7, 10)
    ]
    assert Quarter(2026, 4).next == Quarter(2027, 1)
    assert Quarter(2026, 4).end == datetime(2027, 1, 1, tzinfo=UTC)


@given(st.datetimes(datetime(1990, 1, 1), datetime(2200, 1, 1)))
def test_every_moment_is_in_its_quarter(naive: datetime) -> None:
    moment = naive.replace(tzinfo=UTC)
    quarter = quarter_of(moment)
    assert quarter.start <= moment < quarter.end == quarter.next.start


# --- divisions ---


@given(st.integers(8, 3000).filter(lambda n: n not in (13, 14, 15)))
def test_divisions_have_8_to_12_players(players: int) -> None:
    found = sizes(players)
    assert sum(found) == players
    assert 8 <= min(found) <= max(found) <= 12
    assert max(found) - min(found) <= 1


def test_where_that_can_not_be_there_are_smaller_ones() -> None:
    assert [sizes(n) for n in range(8)] == [[], [], [], [], [4], [5], [6], [7]]
    assert [sizes(n) for n in (12, 13, 14, 15, 16)] == [[12], [6, 7], [7, 7], [7, 8], [8, 8]]


@st.composite
def entrants(draw: st.DrawFn) -> list[Placement]:
    """Some who return from the divisions of a last season, and newcomers."""
    found: list[Placement] = []
    levels = draw(st.integers(0, 6))
    for level in range(1, levels + 1):
        places = draw(st.integers(6, 12))
        for place, step in enumerate(steps(places, level, levels), 1):
            if draw(st.booleans()):
                strength, unsure = draw(st.floats(0, 2500)), draw(st.booleans())
                found.append(Placement(len(found), strength, level, place, step, unsure))
    for _ in range(draw(st.integers(0, 30))):
        found.append(Placement(len(found), draw(st.floats(0, 2500))))
    return draw(st.permutations(found))


@given(entrants())
def test_every_player_is_in_one_division(people: list[Placement]) -> None:
    cut = arrange(people)
    assert [len(each) for each in cut] == sizes(len(people))
    keys = sorted(key for each in cut for key in each)
    assert keys == (sorted(one.key for one in people) if cut else [])


@given(entrants())
def test_no_player_gets_past_who_belongs_higher(people: list[Placement]) -> None:
    where = {key: level for level, keys in enumerate(arrange(people), 1) for key in keys}
    returning = [one for one in people if not one.by_rating and where]
    for one in returning:
        for other in returning:
            if one.belongs < other.belongs:
                assert where[one.key] <= where[other.key]
            if one.belongs == other.belongs and one.step == other.step == 0:
                assert (one.place < other.place) <= (where[one.key] <= where[other.key])


@given(entrants())
def test_a_division_that_a_result_has_earned_is_kept(people: list[Placement]) -> None:
    where = {key: level for level, keys in enumerate(arrange(people), 1) for key in keys}
    for one in people:
        if one.earned is not None and where:
            assert where[one.key] <= one.earned


def test_the_best_of_a_division_have_earned_the_one_above() -> None:
    assert [Placement(0, 0, 3, place, unsure=True).earned for place in (1, 2, 3)] == [2, 2, None]
    assert Placement(0, 0, 1, 2, unsure=True).earned == 1
    assert Placement(0, 0, 3, 1).earned is None  # who goes by the last season needs no promise


def test_a_player_who_was_placed_while_unsure_is_placed_anew_by_rating() -> None:
    """The first season of a young site says little: the next one is cut by strength."""
    people = [
        Placement(10 * level + place, 100.0 * place + level, level, place, step, unsure=True)
        for level in (1, 2, 3)
        for place, step in enumerate(steps(9, level, 3), 1)
    ]
    found = arrange(people)
    assert [len(each) for each in found] == [9, 9, 9]
    # The strongest were the last of their divisions, and the two best of them had little luck.
    assert found[0] == [39, 29, 19, 38, 28, 22, 12, 21, 11]
    assert found[1] == [18, 37, 27, 17, 36, 26, 16, 32, 31]
    assert found[2] == [35, 25, 15, 34, 24, 14, 33, 23, 13]


def test_an_unsure_player_finds_their_level_among_those_who_were_sure() -> None:
    high = [Placement(key, 1500, 1, key + 1) for key in range(8)]
    low = [Placement(10 + key, 1000, 2, key + 1) for key in range(8)]
    strong, weak = Placement(30, 1600, 2, 9, 1, True), Placement(31, 900, 1, 5, 0, True)
    first, second = arrange([*high, *low, weak, strong])
    assert first == [*range(8), 30]
    assert second[-1] == 31


@given(st.integers(2, 6), st.integers(8, 12))
def test_the_same_people_move_by_two(levels: int, size: int) -> None:
    people = [
        Placement(100 * level + place, 0, level, place, step)
        for level in range(1, levels + 1)
        for place, step in enumerate(steps(size, level, levels), 1)
    ]
    if sizes(len(people)) != [size] * levels:
        return
    where = {key: level for level, keys in enumerate(arrange(people), 1) for key in keys}
    for one in people:
        assert one.level is not None
        moved = where[one.key] - one.level
        up, down = one.place <= 2 and one.level > 1, one.place > size - 2 and one.level < levels
        assert moved == (-1 if up else 1 if down else 0)


def test_newcomers_stand_by_their_strength() -> None:
    people = [Placement(key, 100.0 * key) for key in range(20)]
    assert arrange(people) == [list(range(19, 9, -1)), list(range(9, -1, -1))]


def test_a_newcomer_plays_where_half_are_not_stronger() -> None:
    high = [Placement(key, 1500, 1, key + 1) for key in range(8)]
    low = [Placement(10 + key, 1000, 2, key + 1) for key in range(8)]
    strong, middle, weak = Placement(30, 1500), Placement(31, 1499), Placement(32, 999)
    line = [key for keys in arrange([*high, *low, weak, middle, strong]) for key in keys]
    assert line[:9] == [*range(8), 30]
    assert line[-2:] == [31, 32]


def test_within_a_level_newcomers_go_down_first_and_those_who_stay_last() -> None:
    relegated, promoted = Placement(1, 9, 1, 8, 1), Placement(2, 9, 3, 1, -1)
    second, fifth = Placement(3, 0, 2, 2), Placement(4, 9, 2, 5)
    people = [Placement(5, 9), relegated, fifth, promoted, second]
    assert arrange(people) == [[3, 4, 2, 1, 5]]


# --- the schedule ---


@given(st.integers(2, 12))
def test_every_player_meets_every_player(players: int) -> None:
    met = Counter(pair for each in rounds(players) for pair in each)
    assert set(met.values()) == {1}
    for one in range(players):
        for other in range(one):
            both = {(one, other), (other, one)} & set(met)
            assert len(both) == (2 if players <= 8 else 1)


@given(st.integers(2, 12))
def test_no_player_plays_twice_in_a_round(players: int) -> None:
    for each in rounds(players):
        names = [one for pair in each for one in pair]
        assert len(names) == len(set(names)) == players - players % 2


@given(st.integers(2, 40))
def test_every_player_is_first_as_often_as_second(players: int) -> None:
    first = Counter(dict.fromkeys(range(players), 0))
    games = Counter(first)
    for each in rounds(players):
        first.update(pair[0] for pair in each)
        games.update(one for pair in each for one in pair)
    off = {abs(2 * first[one] - games[one]) for one in range(players)}
    assert off == ({0} if players <= 8 or players % 2 else {1})


@given(st.integers(4, 12))
def test_no_player_is_first_again_and_again(players: int) -> None:
    for one in range(players):
        turns = [pair[0] == one for each in rounds(players) for pair in each if one in pair]
        assert max(len(list(same)) for _first, same in groupby(turns)) <= 3


@given(st.integers(4, 12), st.integers(0, 3), st.integers(0, 27))
def test_the_last_round_begins_early_enough(players: int, season: int, late: int) -> None:
    quarter = Quarter(2027, season + 1)
    start, count = quarter.start + late * DAY, len(rounds(players))
    step = gap(count, start, quarter.end)
    assert DAY <= step <= 7 * DAY
    assert start + (count - 1) * step <= quarter.end - LATEST
    assert gap(count, quarter.end - LATEST, quarter.end) == timedelta(0)


# --- the table ---


def order(*players: DivisionPlayer, games: list[tuple[int, int, str]]) -> list[int]:
    return [line.key for line in standings(players, [FixtureResult(*game) for game in games])]


A, B, C, D = (DivisionPlayer(key, 1500) for key in range(4))


def test_a_win_brings_three_and_a_draw_one() -> None:
    lines = standings([A, B, C], [FixtureResult(0, 1, "first"), FixtureResult(2, 0, "draw")])
    assert lines[0] == DivisionStanding(1, 0, wins=1, draws=1, points=4, berger=1)
    assert [(line.key, line.points, line.losses, line.games) for line in lines] == [
        (0, 4, 0, 2),
        (2, 1, 0, 1),
        (1, 0, 1, 1),
    ]


def test_who_let_their_time_pass_together_have_both_lost() -> None:
    lines = standings([A, B], [FixtureResult(0, 1, "nobody")])
    assert [(line.points, line.losses) for line in lines] == [(0, 1), (0, 1)]


def test_points_come_before_wins() -> None:
    drawn = [(0, 2, "draw"), (0, 3, "draw"), (3, 0, "draw")]
    assert order(B, A, C, D, games=[*drawn, (2, 0, "draw"), (1, 2, "first")])[:2] == [0, 1]
    assert order(A, B, C, D, games=[*drawn, (1, 2, "first")])[:2] == [1, 0]  # three points each


def test_then_the_games_against_each_other_decide() -> None:
    # B has beaten C, who is first, and has the better Sonneborn-Berger; but A has beaten B.
    games = [(0, 1, "first"), (2, 1, "second"), (2, 3, "first"), (3, 2, "second")]
    lines = standings([B, A, C, D], [FixtureResult(*game) for game in games])
    assert [line.key for line in lines] == [2, 0, 1, 3]
    assert [(line.direct, line.berger) for line in lines[1:3]] == [(3, 6), (0, 12)]


def test_three_equals_are_one_group() -> None:
    games = [(0, 1, "second"), (0, 2, "first"), (3, 1, "first")]
    lines = standings([A, B, C, D], [FixtureResult(*game) for game in games])
    assert [line.key for line in lines] == [1, 3, 0, 2]
    assert {line.key: line.direct for line in lines} == {0: 0, 1: 3, 3: 3, 2: 0}


def test_then_sonneborn_berger() -> None:
    # A and B drew with each other; A beat C, who beat D; B beat D.
    games = [(0, 1, "draw"), (0, 2, "first"), (1, 3, "first"), (2, 3, "first")]
    assert order(B, A, C, D, games=games)[:2] == [0, 1]
    lines = {line.key: line for line in standings([A, B, C, D], [FixtureResult(*g) for g in games])}
    assert (lines[0].berger, lines[1].berger) == (2 * 3 + 4, 4)


def test_then_the_rating_then_who_was_there_first() -> None:
    strong = DivisionPlayer(7, 1600)
    assert order(B, A, strong, games=[]) == [7, 1, 0]


def test_a_player_who_has_withdrawn_is_last_and_struck_results_count_for_no_player() -> None:
    left, struck = (
        DivisionPlayer(8, 1500, withdrawn=True),
        DivisionPlayer(9, 1500, withdrawn=True, struck=True),
    )
    games = [(8, 0, "first"), (8, 1, "first"), (9, 0, "first"), (1, 9, "first")]
    lines = standings([A, B, struck, left], [FixtureResult(*game) for game in games])
    assert [line.key for line in lines] == [0, 1, 8, 9]
    assert [line.points for line in lines] == [0, 0, 6, 0]
    assert [line.games for line in lines] == [1, 1, 2, 0]


@given(st.integers(2, 12), st.data())
def test_a_table_loses_no_player_and_no_point(players: int, data: st.DataObject) -> None:
    pairs = [pair for each in rounds(players) for pair in each]
    played = [FixtureResult(*pair, data.draw(st.sampled_from(sorted(POINTS)))) for pair in pairs]
    people = [DivisionPlayer(key, data.draw(st.floats(0, 9))) for key in range(players)]
    lines = standings(people, played)
    assert sorted(line.key for line in lines) == list(range(players))
    assert [line.place for line in lines] == list(range(1, players + 1))
    assert sum(line.points for line in lines) == sum(sum(POINTS[one.result]) for one in played)
    assert all(one.points >= other.points for one, other in pairwise(lines))
    backwards = standings(people, list(reversed(played)))
    assert backwards == lines


@pytest.mark.parametrize(("level", "expected"), [(1, [0, 0, 1, 1]), (2, [-1, -1, 1, 1])])
def test_two_go_up_and_two_down(level: int, expected: list[int]) -> None:
    assert steps(4, level, 3) == expected


def test_there_is_no_way_up_from_the_top_nor_down_from_the_bottom() -> None:
    assert steps(8, 1, 1) == [0] * 8
    assert steps(8, 3, 3) == [-1, -1, 0, 0, 0, 0, 0, 0]
