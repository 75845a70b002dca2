"""The clock of a game: what runs, what an answer costs, what moves a deadline."""

import json
from datetime import datetime, time, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.clock import (
    BANK,
    LIVE,
    Clock,
    ClockError,
    Pace,
    Side,
    Week,
    Weeks,
    a_turn_in,
    after_move,
    answer,
    ask,
    begin,
    change_pace,
    deadline,
    extend,
    gift,
    late,
    new_week,
    outage,
    pause,
    resume,
    usable,
)
from tests.clock.drawing import all_paces, minutes, paces, teams_and_moments, utc, weeks

HOUR = 3600
DAY = 24 * HOUR
NIGHTS = [Week("UTC")]  # 23 to 7
NEVER_SLEEPS: Weeks = [None]
NOON = utc("2026-06-01T12:00")  # a Monday


def after(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


def until(clock: Clock, side: int = 0) -> datetime:
    moment = clock.sides[side].deadline
    assert moment is not None
    return moment


def asked(pace: Pace = BANK, weeks: Weeks = NEVER_SLEEPS, now: datetime = NOON) -> Clock:
    return ask(begin(pace), 0, weeks, now)


# Properties


@given(all_paces, teams_and_moments(), minutes(900), st.booleans())
def test_an_answer_brings_no_more_than_the_increment(
    pace: Pace, place: tuple[Weeks, datetime], thought: timedelta, turn_over: bool
) -> None:
    team, now = place
    clock = asked(pace, team, now)
    assume(not late(clock, now + thought))
    after_it = answer(clock, 0, team, now + thought, turn_over=turn_over)
    brought = after_it.sides[0].left - clock.sides[0].left
    assert brought <= (pace.increment if turn_over else 0)
    assert pace.most is None or after_it.sides[0].left <= pace.most
    assert after_it.sides[0].deadline is None
    assert after_it.sides[1] == clock.sides[1]
    if turn_over:
        assert after_move(clock, 0, team, now + thought) == after_it.sides[0].left


@given(paces, teams_and_moments(), minutes(900))
def test_what_is_left_after_an_answer_is_the_time_until_the_deadline(
    pace: Pace, place: tuple[Weeks, datetime], thought: timedelta
) -> None:
    team, now = place
    team = team[:1]
    clock = asked(pace, team, now)
    assume(not late(clock, now + thought))
    after_it = answer(clock, 0, team, now + thought, turn_over=False)
    assert after_it.sides[0].left == usable(team[0], now + thought, until(clock))


@given(paces, teams_and_moments())
def test_a_teams_deadline_is_the_latest_of_its_peoples(
    pace: Pace, place: tuple[Weeks, datetime]
) -> None:
    team, now = place
    each = [until(asked(pace, [week], now)) for week in team]
    assert until(asked(pace, team, now)) == max(each)
    assert until(asked(pace, team, now)) >= now + timedelta(seconds=pace.start)


@given(paces, teams_and_moments(), minutes(900), st.lists(weeks(), min_size=1, max_size=5))
def test_a_new_week_never_shortens_and_never_revives(
    pace: Pace, place: tuple[Weeks, datetime], passed: timedelta, tried: list[Week]
) -> None:
    team, now = place
    clock = asked(pace, team, now)
    lost = late(clock, now + passed)
    for week in tried:
        changed = new_week(clock, 0, [week], now + passed)
        assert until(changed) >= until(clock)
        assert late(changed, now + passed) == lost
        assert not lost or changed == clock
        clock = changed


@given(paces, teams_and_moments(), st.lists(st.tuples(weeks(), minutes(48)), max_size=20))
def test_changing_weeks_for_ever_does_not_hold_a_game_up_for_ever(
    pace: Pace, place: tuple[Weeks, datetime], changes: list[tuple[Week, timedelta]]
) -> None:
    team, now = place
    clock, at = asked(pace, team, now), now
    for week, passed in changes:
        at += passed
        clock = new_week(clock, 0, [week], at)
    everybodys = [*team, *(week for week, _ in changes)]
    assert until(clock) <= until(asked(pace, everybodys, now))


@given(all_paces, teams_and_moments(), st.integers(1, 30 * DAY), minutes(900))
def test_a_gift_is_that_much_usable_time(
    pace: Pace, place: tuple[Weeks, datetime], seconds: int, passed: timedelta
) -> None:
    team, now = place
    clock = asked(pace, team, now)
    at = now + passed
    if late(clock, at):
        with pytest.raises(ClockError, match="late"):
            gift(clock, 0, team, seconds, at)
        return
    given_to = gift(clock, 0, team, seconds, at)
    counted = [None] if pace.live else team
    assert until(given_to) == max(deadline(week, until(clock), seconds) for week in counted)
    kept = [answer(each, 0, team, at, turn_over=False).sides[0] for each in (clock, given_to)]
    assert kept[1].left == kept[0].left + seconds or kept[0].left == 0


@given(all_paces, teams_and_moments(), minutes(100), minutes(100))
def test_an_outage_costs_nobody_anything(
    pace: Pace, place: tuple[Weeks, datetime], before: timedelta, down: timedelta
) -> None:
    team, now = place
    clock = asked(pace, team, now)
    assume(not late(clock, now + before))
    left = answer(clock, 0, team, now + before, turn_over=False).sides[0].left
    back = now + before + down
    given_back = outage(clock, {0: team}, now + before, back)
    assert until(given_back) >= until(clock) + down
    assert not late(given_back, back)
    assert answer(given_back, 0, team, back, turn_over=False).sides[0].left >= left
    assert given_back.sides[1] == clock.sides[1]


@given(paces, teams_and_moments(), minutes(900), minutes(9000))
def test_a_pause_keeps_what_is_left(
    pace: Pace, place: tuple[Weeks, datetime], thought: timedelta, rest: timedelta
) -> None:
    team, now = place
    clock = asked(pace, team[:1], now)
    at = now + thought
    assume(not late(clock, at))
    paused = pause(clock, {0: team[:1]}, at)
    assert paused.paused
    assert not late(paused, at + rest)
    assert ask(paused, 0, team[:1], at) == paused
    assert resume(paused, {0: team[:1]}, at).sides[0].deadline == deadline(team[0], until(clock), 0)
    resumed = resume(paused, {0: team[:1]}, at + rest)
    assert usable(team[0], at + rest, until(resumed)) == usable(team[0], at, until(clock))


VERBS = ["ask", "begin", "answer", "end", "gift", "outage", "week", "extend", "pause", "resume"]


@given(all_paces, teams_and_moments(), st.data())
def test_whatever_happens_a_clock_keeps_its_promises(
    pace: Pace, place: tuple[Weeks, datetime], data: st.DataObject
) -> None:
    team, now = place
    clock = begin(pace)
    for verb in data.draw(st.lists(st.sampled_from(VERBS), max_size=25)):
        before, start = clock, now
        now += data.draw(minutes(40))
        side = data.draw(st.sampled_from([0, 1]))
        lost = late(clock, now)
        if (side in lost and verb in ("answer", "end", "gift")) or (lost and verb == "pause"):
            with pytest.raises(ClockError, match="late"):
                done(verb, clock, side, team, start, now)
            continue
        clock = done(verb, clock, side, team, start, now)
        for old, new in zip(before.sides, clock.sides, strict=True):
            assert new.left >= 0
            if old.deadline is not None and new.deadline is not None:
                assert new.deadline >= old.deadline
        if verb not in ("outage", "extend"):
            assert late(clock, now) == lost
        assert Clock.from_json(json.loads(json.dumps(clock.to_json()))) == clock


def done(verb: str, clock: Clock, side: int, team: Weeks, start: datetime, now: datetime) -> Clock:
    both = {0: team, 1: team}
    match verb:
        case "ask" | "begin":
            return ask(clock, side, team, now, turn_begins=verb == "begin")
        case "answer" | "end":
            return answer(clock, side, team, now, turn_over=verb == "end")
        case "gift":
            return gift(clock, side, team, 5000, now)
        case "outage":
            return outage(clock, both, start, now)
        case "week":
            return new_week(clock, side, [*team, Week("Asia/Tokyo")], now)
        case "extend":
            return extend(clock, side, now + timedelta(hours=1))
        case "pause":
            return pause(clock, both, now)
        case _:
            return resume(clock, {side: team}, now)


# Examples


def test_the_default_bank_over_two_turns() -> None:
    clock = ask(begin(BANK), 0, NIGHTS, NOON, turn_begins=True)
    assert until(clock) == utc(
        "2026-06-05T20:00"
    )  # 11 h, 4 days of 16 h, and 13 h: 72 h... + nights
    clock = answer(clock, 0, NIGHTS, after(5 * HOUR), turn_over=True)
    assert clock.sides[0].left == 3 * DAY - 5 * HOUR + DAY
    clock = ask(clock, 0, NIGHTS, after(DAY), turn_begins=True)
    clock = answer(clock, 0, NIGHTS, after(2 * DAY), turn_over=True)  # 16 hours: a night is free
    assert clock.sides[0].left == 4 * DAY - 5 * HOUR - 16 * HOUR + DAY


def test_a_bank_never_holds_more_than_its_most() -> None:
    clock = begin(BANK)
    for _ in range(6):
        clock = answer(ask(clock, 0, NIGHTS, NOON), 0, NIGHTS, NOON, turn_over=True)
    assert clock.sides[0].left == 7 * DAY


@pytest.mark.parametrize("days", [1, 3, 14])
def test_a_turn_in_so_many_days_starts_with_exactly_so_many(days: int) -> None:
    pace = a_turn_in(days)
    clock = asked(pace)  # the mulligan
    clock = answer(clock, 0, NEVER_SLEEPS, after(HOUR), turn_over=False)
    for turn in range(1, 4):
        now = after(turn * 30 * DAY)
        clock = ask(clock, 0, NEVER_SLEEPS, now, turn_begins=True)
        assert until(clock) == now + timedelta(days=days)
        clock = answer(clock, 0, NEVER_SLEEPS, now + timedelta(hours=20), turn_over=True)
        clock = ask(clock, 0, NEVER_SLEEPS, now + timedelta(days=20))  # in the other side's turn
        clock = answer(clock, 0, NEVER_SLEEPS, now + timedelta(days=20, hours=9), turn_over=False)


def test_an_answer_in_the_other_sides_turn_brings_no_increment() -> None:
    clock = answer(asked(), 0, NEVER_SLEEPS, after(HOUR), turn_over=False)
    assert clock.sides[0].left == 3 * DAY - HOUR


def test_a_turn_that_the_other_side_ends_brings_its_increment() -> None:
    clock = ask(begin(BANK), 1, NEVER_SLEEPS, NOON)
    clock = answer(clock, 1, NEVER_SLEEPS, after(HOUR), turn_over=False)
    clock = answer(clock, 0, NEVER_SLEEPS, after(HOUR), turn_over=True)
    assert [side.left for side in clock.sides] == [4 * DAY, 3 * DAY - HOUR]


def test_both_sides_can_owe_an_answer_at_once() -> None:
    clock = ask(asked(), 1, NEVER_SLEEPS, after(DAY))
    assert late(clock, after(3 * DAY)) == set()
    assert late(clock, after(3 * DAY + 1)) == {0}
    assert late(clock, after(4 * DAY + 1)) == {0, 1}


def test_asking_again_changes_nothing() -> None:
    assert ask(asked(), 0, NIGHTS, after(DAY), turn_begins=True) == asked()


def test_a_late_side_cannot_be_helped_any_more() -> None:
    now = after(3 * DAY + 1)
    with pytest.raises(ClockError, match="late"):
        answer(asked(), 0, NEVER_SLEEPS, now, turn_over=True)
    with pytest.raises(ClockError, match="late"):
        pause(asked(), {0: NEVER_SLEEPS}, now)
    with pytest.raises(ClockError, match="late"):
        change_pace(asked(), a_turn_in(7), {0: NEVER_SLEEPS}, now)
    assert new_week(asked(), 0, NIGHTS, now) == asked()
    assert outage(asked(), {0: NEVER_SLEEPS}, now, after(9 * DAY)) == asked()


def test_the_last_second_counts() -> None:
    clock = answer(asked(), 0, NEVER_SLEEPS, after(3 * DAY), turn_over=True)
    assert clock.sides[0].left == DAY
    half = after(3 * DAY) + timedelta(milliseconds=500)
    assert late(asked(), half) == set()


def test_a_live_clock_does_not_sleep() -> None:
    clock = ask(begin(LIVE[1]), 0, NIGHTS, utc("2026-06-01T22:59"), turn_begins=True)
    assert until(clock) == utc("2026-06-01T23:04")
    clock = answer(clock, 0, NIGHTS, utc("2026-06-01T23:03"), turn_over=True)
    assert clock.sides[0].left == 90


def test_a_gift_above_the_most_lasts_until_the_end_of_the_turn() -> None:
    clock = gift(asked(a_turn_in(2)), 0, NEVER_SLEEPS, DAY, after(HOUR))
    assert until(clock) == after(3 * DAY)
    clock = answer(clock, 0, NEVER_SLEEPS, after(HOUR), turn_over=False)
    assert clock.sides[0].left == 3 * DAY - HOUR
    clock = answer(clock, 0, NEVER_SLEEPS, after(HOUR), turn_over=True)
    assert clock.sides[0].left == 2 * DAY


def test_a_gift_can_come_before_the_turn() -> None:
    clock = gift(begin(a_turn_in(2)), 0, NEVER_SLEEPS, DAY, NOON)
    assert until(ask(clock, 0, NEVER_SLEEPS, NOON, turn_begins=True)) == after(3 * DAY)


@pytest.mark.parametrize(("seconds", "code"), [(0, "too_short"), (30 * DAY + 1, "too_long")])
def test_a_gift_has_a_sensible_size(seconds: int, code: str) -> None:
    with pytest.raises(ClockError, match=code):
        gift(asked(), 0, NEVER_SLEEPS, seconds, NOON)


def test_an_outage_gives_back_its_length_but_not_more_than_was_lost() -> None:
    clock = ask(asked(), 1, NEVER_SLEEPS, after(DAY))
    both = {0: NEVER_SLEEPS, 1: NEVER_SLEEPS}
    clock = outage(clock, both, after(DAY - 4 * HOUR), after(DAY + HOUR))
    assert until(clock, 0) == after(3 * DAY + 5 * HOUR)
    assert until(clock, 1) == after(4 * DAY + HOUR)
    assert outage(clock, both, after(0), after(HOUR)).sides[1] == clock.sides[1]


@pytest.mark.parametrize(("more", "days"), [(0, 10), (1, 7)])
def test_after_more_than_seven_days_a_side_has_what_it_had(more: int, days: int) -> None:
    """Up to seven days an outage is given back as usable time: here of 16 hours a day."""
    clock = asked(weeks=NIGHTS)
    back = after(HOUR + 7 * DAY + more)
    later = until(outage(clock, {0: NIGHTS}, after(HOUR), back)) - until(clock)
    assert timedelta(days=days) < later < timedelta(days=days + 1)


def test_a_night_of_downtime_loses_no_game() -> None:
    clock = asked(a_turn_in(1))
    night = after(DAY - HOUR), after(DAY + 8 * HOUR)
    assert late(clock, night[1]) == {0}
    clock = outage(clock, {0: NEVER_SLEEPS}, *night)
    assert until(clock) == after(DAY + 9 * HOUR)


def test_resting_on_paper_while_asked_does_not_fill_the_bank() -> None:
    lazy = [Week("UTC", time(8), time(20), frozenset({1, 2}))]
    clock = new_week(asked(), 0, lazy, after(HOUR))
    assert until(clock) > after(8 * DAY)
    clock = new_week(clock, 0, NEVER_SLEEPS, after(2 * DAY))
    assert until(clock) > after(8 * DAY)  # promised is promised
    assert answer(clock, 0, NEVER_SLEEPS, after(2 * DAY), turn_over=False).sides[0].left == DAY


def test_what_was_promised_in_a_turn_outlives_an_answer_and_not_the_turn() -> None:
    clock = extend(asked(), 0, after(9 * DAY))
    clock = answer(clock, 0, NEVER_SLEEPS, after(8 * DAY), turn_over=False)
    assert clock.sides[0].left == 0
    clock = ask(clock, 0, NEVER_SLEEPS, after(8 * DAY))
    assert until(clock) == after(9 * DAY)
    clock = answer(clock, 0, NEVER_SLEEPS, after(8 * DAY), turn_over=True)
    assert clock.sides[0].promised is None
    assert until(ask(clock, 0, NEVER_SLEEPS, after(8 * DAY))) == after(9 * DAY)  # the increment


def test_a_pause_keeps_what_was_promised_too() -> None:
    clock = extend(asked(), 0, after(9 * DAY))
    clock = answer(clock, 0, NEVER_SLEEPS, after(8 * DAY), turn_over=False)
    clock = pause(clock, {0: NEVER_SLEEPS}, after(8 * DAY))
    clock = ask(resume(clock, {}, after(99 * DAY)), 0, NEVER_SLEEPS, after(99 * DAY))
    assert until(clock) == after(100 * DAY)


def test_a_pause_takes_nothing_from_a_side_that_waits_in_its_turn() -> None:
    clock = answer(asked(), 0, NEVER_SLEEPS, after(HOUR), turn_over=False)
    paused = pause(clock, {0: NEVER_SLEEPS, 1: NEVER_SLEEPS}, after(9 * DAY))
    assert paused.sides[0].left == 3 * DAY - HOUR


def test_a_turn_that_begins_in_a_pause_has_its_increment_afterwards() -> None:
    clock = answer(asked(), 0, NEVER_SLEEPS, after(3 * DAY), turn_over=False)
    paused = pause(clock, {0: NEVER_SLEEPS, 1: NEVER_SLEEPS}, after(3 * DAY))
    paused = ask(paused, 0, NEVER_SLEEPS, after(4 * DAY), turn_begins=True)
    assert paused.sides[0] == Side(DAY)  # BANK's increment, and no deadline
    assert until(resume(paused, {0: NEVER_SLEEPS}, after(5 * DAY))) == after(6 * DAY)


def test_a_deadline_is_extended_and_not_brought_nearer() -> None:
    assert extend(asked(), 0, after(DAY)) == asked()
    assert extend(begin(BANK), 0, after(DAY)) == begin(BANK)
    assert not late(extend(asked(), 0, after(4 * DAY)), after(4 * DAY))


def test_a_change_of_pace_starts_the_clock_anew() -> None:
    clock = change_pace(asked(), LIVE[1], {0: NIGHTS}, after(DAY))
    assert until(clock) == after(DAY + 300)
    paused = pause(asked(), {0: NIGHTS}, NOON)
    assert change_pace(paused, a_turn_in(5), {0: NIGHTS}, NOON) == Clock(
        a_turn_in(5), begin(a_turn_in(5)).sides, paused=True
    )


@pytest.mark.parametrize(
    "change",
    [
        {"pace": None},
        {"sides": []},
        {"sides": [{"left": 1, "since": None, "promised": None}]},
        {"sides": [{"left": -1, "since": None, "promised": None}] * 2},
        {"sides": [{"left": 1.5, "since": None, "promised": None}] * 2},
        {"sides": [{"left": 1, "since": "2026-06-01T12:00+00:00", "promised": None}] * 2},
        {"sides": [{"left": 1, "since": None, "promised": "2026-06-01T12:00"}] * 2},
        {"sides": [{"left": 1, "since": None, "promised": "soon"}] * 2},
        {"sides": [{"left": 1, "since": None, "promised": 5}] * 2},
        {"paused": 1},
    ],
)
def test_json_that_no_clock_has_written_is_refused(change: dict[str, object]) -> None:
    data = begin(BANK).to_json()
    assert Clock.from_json(data) == begin(BANK)
    with pytest.raises(ClockError, match="malformed"):
        Clock.from_json(data | change)
    with pytest.raises(ClockError, match="malformed"):
        Clock.from_json(None)
