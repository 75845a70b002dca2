"""The policy: pure, so every rule is a line of a table, and the rest holds for anything."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notifications import reasons, wall_time
from games.notifications.channels import Channel, channel_of
from games.notifications.kinds import NotificationKind, kinds
from games.notifications.notifications import ChannelTest, YourTurn
from games.notifications.policy import (
    Relevance,
    Wishes,
    plan,
    quiet_until,
    still_wanted,
    wanted,
)
from games.tables.models import NotificationLevel
from tests.notifications.pager import PagerChannel

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NIGHT = datetime(2026, 11, 21, 23, tzinfo=UTC)  # midnight in Berlin
MORNING = datetime(2026, 11, 22, 6, tzinfo=UTC)  # seven in Berlin


class LetterChannel(PagerChannel):
    """Another made-up channel that sends at once; its messages stay."""

    key = "letter"
    fleeting = False


PAGER, LETTER, MAIL = PagerChannel(), LetterChannel(), channel_of("mail")
ALL = (PAGER, LETTER, MAIL)
BY_KEY: dict[str, Channel] = {channel.key: channel for channel in ALL}


def wishes(**fields: Any) -> Wishes:
    return Wishes(
        **{
            "zone": BERLIN,
            "quiet_from": time(23),
            "quiet_to": time(7),
            "channels": ALL,
            **fields,
        }
    )


def minutes(number: int) -> datetime:
    return NOON + timedelta(minutes=number)


KINDS = {kind.key: kind for kind in kinds()}


def planned(kind: str, now: datetime = NOON, **fields: Any) -> dict[Channel, tuple[Any, str]]:
    return {
        BY_KEY[key]: (due, reason) for key, due, reason in plan(KINDS[kind], wishes(**fields), now)
    }


@pytest.mark.parametrize(
    ("kind", "pager", "letter", "mail"),
    [
        ("turn", NOON, NOON, minutes(30)),
        ("question", NOON, NOON, minutes(30)),
        ("time", NOON, NOON, NOON),
        ("invitation", NOON, NOON, minutes(30)),
        ("accepted", NOON, NOON, None),
        ("proposal", NOON, NOON, minutes(30)),
        ("over", NOON, NOON, minutes(30)),
        ("talk", NOON, None, None),
    ],
)
def test_without_wishes(kind: str, pager: Any, letter: Any, mail: Any) -> None:
    due = {channel: due for channel, (due, _reason) in planned(kind).items()}
    assert due == {PAGER: pager, LETTER: letter, MAIL: mail}


OFF: tuple[None, str] = (None, reasons.OFF)


@pytest.mark.parametrize(
    ("fields", "pager", "mail"),
    [
        ({}, (NOON, ""), (minutes(30), reasons.UNSEEN)),
        ({"mail_after": 5}, (NOON, ""), (minutes(5), reasons.UNSEEN)),
        ({"matrix": {"turn": {"mail": False}}}, (NOON, ""), OFF),
        ({"matrix": {"turn": {"pager": False}}}, OFF, (minutes(30), reasons.UNSEEN)),
        ({"matrix": {"over": {"pager": False}}}, (NOON, ""), (minutes(30), reasons.UNSEEN)),
        (
            {"level": NotificationLevel.MUTE},
            (None, reasons.MUTED),
            (None, reasons.MUTED),
        ),
        (
            {"level": NotificationLevel.URGENT},
            (NOON, ""),
            (minutes(30), reasons.UNSEEN),
        ),
        ({"live": True}, (NOON, ""), (None, reasons.LIVE)),
        ({"bad_address": True}, (NOON, ""), (None, reasons.BAD_ADDRESS)),
        ({"closed": True}, (None, reasons.CLOSED), (None, reasons.CLOSED)),
    ],
)
def test_a_turn_by_wish(fields: dict[str, Any], pager: Any, mail: Any) -> None:
    made = planned("turn", **fields)
    assert (made[PAGER], made[MAIL]) == (pager, mail)


@pytest.mark.parametrize(
    ("kind", "fields", "pager", "mail"),
    [
        ("turn", {}, MORNING, MORNING),
        (
            "turn",
            {"level": NotificationLevel.URGENT},
            NIGHT,
            NIGHT + timedelta(minutes=30),
        ),
        ("turn", {"live": True}, NIGHT, None),
        ("invitation", {"live": True}, MORNING, MORNING),
        ("time", {}, MORNING, MORNING),
        ("turn", {"mail_after": 9 * 60}, MORNING, NIGHT + timedelta(hours=9)),
        ("turn", {"quiet_from": time(7)}, NIGHT, NIGHT + timedelta(minutes=30)),  # 7 to 7: none
    ],
)
def test_at_night(kind: str, fields: dict[str, Any], pager: Any, mail: Any) -> None:
    made = planned(kind, NIGHT, **fields)
    assert (made[PAGER][0], made[MAIL][0]) == (pager, mail)


def test_a_mail_that_would_fall_into_the_quiet_hours_waits_for_their_end() -> None:
    late = NIGHT - timedelta(minutes=75)  # 22:45 in Berlin
    made = planned("turn", late)
    assert made[PAGER] == (late, "")
    assert made[MAIL] == (MORNING, reasons.QUIET)


def test_there_is_no_channel_without_an_address() -> None:
    assert planned("turn", channels=()) == {}
    assert set(planned("turn", channels=(MAIL,))) == {MAIL}


@pytest.mark.parametrize(
    ("relevance", "why"),
    [
        (Relevance(), ""),
        (Relevance(looking=True), reasons.LOOKING),
        (Relevance(seen=True), reasons.SEEN),
        (Relevance(seen=True, stale=reasons.MOVED, looking=True), reasons.MOVED),
        (Relevance(stale=reasons.OVER), reasons.OVER),
    ],
)
def test_what_is_not_wanted_any_more(relevance: Relevance, why: str) -> None:
    for channel in ALL:
        assert still_wanted(YourTurn, channel, wishes(), relevance) == why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"level": NotificationLevel.MUTE}, reasons.MUTED),
        ({"matrix": {"turn": {"mail": False}}}, reasons.OFF),
        ({"channels": (PAGER, LETTER)}, reasons.NO_ADDRESS),
        ({"bad_address": True}, reasons.BAD_ADDRESS),
        ({"closed": True}, reasons.CLOSED),
    ],
)
def test_wishes_count_when_it_is_sent(fields: dict[str, Any], why: str) -> None:
    assert still_wanted(YourTurn, MAIL, wishes(**fields), Relevance()) == why


# --- whatever the wishes ---

ZONES = [
    ZoneInfo(name)
    for name in (
        "UTC",
        "Europe/Berlin",
        "America/St_Johns",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "America/Sao_Paulo",
    )
]
moments = st.datetimes(datetime(2024, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))
wall_times = st.times().map(lambda at: at.replace(second=0, microsecond=0))
cells = st.dictionaries(st.sampled_from(list(BY_KEY)), st.booleans())
wishes_of_anybody = st.builds(
    Wishes,
    zone=st.sampled_from(ZONES),
    quiet_from=wall_times,
    quiet_to=wall_times,
    mail_after=st.integers(0, 3000),
    matrix=st.dictionaries(st.sampled_from([kind.topic.key for kind in kinds()]), cells),
    level=st.sampled_from(NotificationLevel),
    live=st.booleans(),
    channels=st.frozensets(st.sampled_from(ALL)).map(tuple),
    bad_address=st.booleans(),
    closed=st.booleans(),
)


@given(st.sampled_from(kinds()), wishes_of_anybody, moments)
def test_nothing_is_planned_for_quiet_hours(
    kind: type[NotificationKind], own: Wishes, now: datetime
) -> None:
    for key, due, reason in plan(kind, own, now):
        channel = BY_KEY[key]
        assert channel in own.channels
        if due is None:
            assert reason
            continue
        assert due >= now
        assert quiet_until(kind, own, due) is None
        assert kind.requested or wanted(kind.topic, channel, own.matrix)
        assert own.level != NotificationLevel.MUTE
        if not reason:
            assert due == now


@given(st.sampled_from(kinds()), wishes_of_anybody, moments)
def test_what_is_planned_is_still_wanted_if_nothing_happens(
    kind: type[NotificationKind], own: Wishes, now: datetime
) -> None:
    for key, due, reason in plan(kind, own, now):
        channel = BY_KEY[key]
        assert still_wanted(kind, channel, own, Relevance()) == (reason if due is None else "")


@given(st.sampled_from(kinds()), wishes_of_anybody, moments)
def test_an_urgent_game_waits_for_no_morning(
    kind: type[NotificationKind], own: Wishes, now: datetime
) -> None:
    if own.level == NotificationLevel.URGENT or (own.live and kind.pressing):
        assert quiet_until(kind, own, now) is None


def test_who_asks_for_a_test_is_awake_and_wants_it() -> None:
    night = wishes(matrix={"test": {"mail": False}})
    assert quiet_until(ChannelTest, night, NIGHT) is None
    assert still_wanted(ChannelTest, MAIL, night, Relevance()) == ""
    assert still_wanted(ChannelTest, MAIL, wishes(bad_address=True), Relevance())


@given(wall_times, wall_times, st.sampled_from(ZONES), moments)
def test_quiet_hours_end_when_the_wall_says_so(
    start: time, end: time, zone: ZoneInfo, now: datetime
) -> None:
    over = wall_time.end_of(start, end, zone, now)
    if over is None:
        assert not wall_time.within(start, end, now.astimezone(zone).time())
        return
    assert now < over <= now + timedelta(hours=25)
    assert not wall_time.within(start, end, over.astimezone(zone).time())
    shown = over.astimezone(zone).time().replace(tzinfo=None)
    jump = timedelta(hours=1)
    showing = datetime.combine(datetime(2000, 1, 2), shown) - datetime.combine(
        datetime(2000, 1, 2), end
    )
    assert showing % timedelta(days=1) <= jump, "later only where the wall jumps over it"


@given(wall_times, st.sampled_from(ZONES), moments, st.none() | st.integers(0, 6))
def test_a_wall_came_to_a_time_within_the_last_day_or_week(
    at: time, zone: ZoneInfo, now: datetime, weekday: int | None
) -> None:
    came = wall_time.latest(at, zone, now, weekday)
    assert came <= now
    assert now - came <= timedelta(days=1 if weekday is None else 7, hours=2)
    if weekday is not None:
        assert came.astimezone(zone).weekday() == weekday


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        ("2026-03-29T00:10", "2026-03-29T01:30"),  # 2:30 is left out: an hour later on the wall
        ("2026-10-25T00:10", "2026-10-25T01:30"),  # 2:30 comes twice: the second one
        ("2026-10-25T22:30", "2026-10-26T01:30"),
    ],
)
def test_quiet_until_half_past_two_when_the_clocks_change(moment: str, end: str) -> None:
    over = wall_time.end_of(
        time(23), time(2, 30), BERLIN, datetime.fromisoformat(moment).replace(tzinfo=UTC)
    )
    assert over == datetime.fromisoformat(end).replace(tzinfo=UTC)
