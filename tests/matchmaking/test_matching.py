"""Who is paired with whom: pure, with made-up people."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import BANK, LIVE, Week, a_turn_in
from games.matchmaking.matching import PATIENCE, Seeker, have_met, may_meet, pairs, partner
from games.matchmaking.waking_hours import HOURS, alike, awake

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BERLIN, TOKYO = Week("Europe/Berlin"), Week("Asia/Tokyo")


def seeker(user: int, minutes: float = 0, **fields: object) -> Seeker:
    """Return a player who has waited so long; their search has the number of the user."""
    given: dict[str, Any] = {"pace": BANK, "search": user, **fields}
    return Seeker(user, since=NOW - minutes * MINUTE, **given)


# --- hours ---


def test_sixteen_hours_a_day_are_awake() -> None:
    assert awake(BERLIN, MONDAY).bit_count() == 7 * 16
    assert awake(Week("UTC", time(0), time(0)), MONDAY).bit_count() == HOURS
    assert awake(Week("UTC", days_off=frozenset({5, 6})), MONDAY).bit_count() == 5 * 16


def test_who_lives_alike_is_awake_together() -> None:
    assert alike(BERLIN, Week("Europe/Paris"), NOW) == 1
    assert alike(BERLIN, Week("Europe/London"), NOW) > 0.8
    assert alike(BERLIN, TOKYO, NOW) < 0.6
    assert alike(BERLIN, TOKYO, NOW) == alike(TOKYO, BERLIN, NOW)
    night = Week("Europe/Berlin", time(7), time(15))
    assert alike(BERLIN, night, NOW) < alike(BERLIN, Week("Europe/Athens"), NOW)


def test_days_off_count() -> None:
    weekend = Week("Europe/Berlin", days_off=frozenset({5, 6}))
    assert alike(weekend, weekend, NOW) == 1
    assert alike(BERLIN, weekend, NOW) == pytest.approx(5 / 7, abs=0.05)


# --- two people ---


def test_strangers_at_the_same_pace_may_meet() -> None:
    assert may_meet(seeker(1), seeker(2), ())


@pytest.mark.parametrize(
    "other",
    [
        seeker(1, search=9),
        seeker(2, pace=a_turn_in(3)),
        seeker(2, away=True),
        seeker(2, rating=1601),
        seeker(2, rating=1399),
    ],
    ids=["the same", "another pace", "away", "too good", "too weak"],
)
def test_these_may_not(other: Seeker) -> None:
    one = seeker(1, reach=100)
    assert not may_meet(one, other, ())
    assert not may_meet(other, one, ())


def test_the_blocked_never_meet() -> None:
    assert not may_meet(seeker(1), seeker(2), {frozenset((1, 2))})


def test_two_who_only_wait_at_their_tables_do_not_meet() -> None:
    hosts = seeker(1, search=None, table=1), seeker(2, search=None, table=2)
    assert not may_meet(*hosts, ())
    assert may_meet(hosts[0], seeker(3), ())


def test_vacation_does_not_matter_live() -> None:
    live = LIVE[1]
    assert may_meet(seeker(1, pace=live, away=True), seeker(2, pace=live), ())


# --- the best of several ---


def best(one: Seeker, *others: Seeker) -> int | None:
    found = partner(one, others, (), NOW)
    return None if found is None else found.user


def test_the_nearest_rating_is_best() -> None:
    assert best(seeker(1), seeker(2, 90, rating=1900), seeker(3, rating=1550)) == 3


def test_of_equals_the_player_who_waited_longer() -> None:
    assert best(seeker(1), seeker(2, 5), seeker(3, 10)) == 3


def test_hours_alike_are_worth_points_by_correspondence() -> None:
    one = seeker(1, week=BERLIN)
    near = seeker(2, week=TOKYO)
    alike_ = seeker(3, week=Week("Europe/Rome"), rating=1600)
    assert best(one, near, alike_) == 3
    live = LIVE[1]
    assert (
        best(
            seeker(1, week=BERLIN, pace=live),
            seeker(2, week=TOKYO, pace=live),
            seeker(3, week=BERLIN, rating=1600, pace=live),
        )
        == 2
    )


def test_the_unreliable_find_each_other_first() -> None:
    good, bad = seeker(2, rating=1900), seeker(3, reliable=False)
    assert best(seeker(1), bad, good) == 2
    assert best(seeker(1, reliable=False), bad, good) == 3
    assert best(seeker(1), bad) == 3


@pytest.mark.parametrize("pace", [BANK, LIVE[1]], ids=["days", "live"])
def test_a_recent_opponent_only_after_a_while_and_if_no_player_else(pace: object) -> None:
    one = seeker(1, pace=pace, recent=frozenset({2}))
    again, other = seeker(2, pace=pace), seeker(3, pace=pace, rating=2400)
    assert best(one, again) is None
    assert best(one, again, other) == 3
    patience = PATIENCE[pace == LIVE[1]] / MINUTE
    longer = seeker(2, patience, pace=pace)
    assert best(one, longer) == 2
    assert best(one, longer, other) == 3
    assert best(one, seeker(2, patience - 0.1, pace=pace)) is None


def test_an_opponent_of_a_running_game_only_after_a_while_and_if_no_player_else() -> None:
    """Also if it began before three others, so that the opponent is not a recent one."""
    one = seeker(1, playing=frozenset({2}), recent=frozenset({3, 4, 5}))
    again = seeker(2, 120, playing=frozenset({1}))
    assert best(one, seeker(2, 10, playing=frozenset({1}))) is None
    assert best(one, again) == 2
    assert best(one, again, seeker(6, rating=2400)) == 6
    assert best(one, again, seeker(3, 120, rating=2400)) == 3


# --- all searches ---

people = st.integers(1, 8)
seekers = st.lists(
    st.builds(
        Seeker,
        user=people,
        pace=st.sampled_from([BANK, a_turn_in(3), LIVE[1]]),
        since=st.integers(0, 200).map(lambda minutes: NOW - minutes * MINUTE),
        rating=st.integers(1200, 1800).map(float),
        reach=st.sampled_from([None, 100, 200]),
        week=st.sampled_from([BERLIN, TOKYO]),
        recent=st.frozensets(people, max_size=3),
        away=st.booleans(),
        reliable=st.booleans(),
    ),
    max_size=14,
)
blocks = st.sets(st.tuples(people, people).filter(lambda two: two[0] != two[1]), max_size=6)


@given(seekers, blocks, st.sets(st.integers(0, 13)))
def test_whoever_is_paired_may_be(
    found: list[Seeker], blocked: set[tuple[int, int]], at_tables: set[int]
) -> None:
    waiting = [
        Seeker(
            **{name: getattr(one, name) for name in Seeker.__slots__}
            | ({"table": number} if number in at_tables else {"search": number + 1})
        )
        for number, one in enumerate(found)
    ]
    pairs_blocked = {frozenset(two) for two in blocked}
    made = pairs(waiting, pairs_blocked, NOW)
    used = [each for two in made for each in two]
    assert len(used) == len(set(used))
    for one, other in made:
        assert not one.is_host
        assert may_meet(one, other, pairs_blocked)
        assert one.pace == other.pace
        assert frozenset((one.user, other.user)) not in pairs_blocked
        for each in (one, other):
            assert each.reach is None or abs(one.rating - other.rating) <= each.reach
        if have_met(one, other):
            assert min(one.since, other.since) <= NOW - PATIENCE[one.pace.live]
    people_live = [each.user for each in used if each.pace.live]
    assert len(people_live) == len(set(people_live))
    twos = [frozenset((one.user, other.user)) for one, other in made]
    assert len(twos) == len(set(twos))
    # No two are left over who could have played each other, but to play again.
    left = [one for one in waiting if one not in used]
    busy = set(people_live)
    for one in left:
        for other in left:
            two = frozenset((one.user, other.user))
            live_and_busy = one.pace.live and two & busy
            if one is not other and two not in twos and not live_and_busy:
                again = have_met(one, other)
                assert again or not may_meet(one, other, pairs_blocked)
