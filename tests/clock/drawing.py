"""What the properties of clocks are tried on: moments, many of them near a jump, and weeks."""

from datetime import UTC, datetime, time, timedelta

from hypothesis import strategies as st

from games.clock import Week, a_turn_in
from games.clock.pace import BANK, LIVE, Pace

JUMPS = {
    "Europe/Berlin": ["2026-03-29T01:00", "2026-10-25T01:00"],
    "Europe/Dublin": ["2027-03-28T01:00", "2027-10-31T01:00"],  # winter time is the exception
    "America/New_York": ["2028-03-12T07:00", "2028-11-05T06:00"],
    "America/St_Johns": ["2010-03-14T03:31", "2010-11-07T02:31"],  # at a minute past midnight
    "America/Sao_Paulo": ["2018-02-18T02:00", "2018-11-04T03:00"],  # at midnight
    "Australia/Lord_Howe": ["2026-04-04T15:00", "2026-10-03T15:30"],  # half an hour
    "Antarctica/Troll": ["2026-03-29T01:00", "2026-10-25T01:00"],  # two hours
    "Africa/Casablanca": ["2026-02-15T02:00", "2026-03-22T02:00"],  # Ramadan
    "Asia/Pyongyang": ["2015-08-14T15:00", "2018-05-04T15:00"],  # half an hour, for good
    "Pacific/Apia": ["2011-12-30T10:00", "2011-09-24T14:00"],  # a day left out
    "Pacific/Kwajalein": ["1969-09-30T13:00", "1993-08-21T12:00"],  # a day twice, a day left out
    "Asia/Kathmandu": ["1985-12-31T18:30", "2026-02-28T18:15"],  # three quarters of an hour
    "Pacific/Chatham": ["2026-04-04T14:00", "2026-09-26T14:00"],
    "UTC": ["2028-02-29T00:00", "2027-02-28T23:59"],  # a leap day, and none
}

_JUMPS = [
    (zone, datetime.fromisoformat(jump).replace(tzinfo=UTC))
    for zone, jumps in JUMPS.items()
    for jump in jumps
]


def utc(text: str) -> datetime:
    """Return the moment that a text in UTC names."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def minutes(most: int) -> st.SearchStrategy[timedelta]:
    """Durations of whole minutes, from none to `most` hours."""
    return st.integers(0, most * 60).map(lambda count: timedelta(minutes=count))


times = st.builds(time, st.integers(0, 23), st.sampled_from([0, 0, 30, 1, 15, 59]))


@st.composite
def weeks(draw: st.DrawFn, zone: str | None = None) -> Week:
    """Any week, as a rule in any of the zones that jump."""
    start = draw(times)
    asleep = draw(st.integers(0, 12 * 60))
    end = (datetime.combine(datetime(2000, 1, 1), start) + timedelta(minutes=asleep)).time()
    days_off = draw(st.frozensets(st.integers(0, 6), max_size=2))
    return Week(zone or draw(st.sampled_from(list(JUMPS))), start, end, days_off)


@st.composite
def weeks_and_moments(draw: st.DrawFn) -> tuple[Week, datetime]:
    """A week, and a moment that is often within two days of a jump of its zone."""
    zone, jump = draw(st.sampled_from(_JUMPS))
    moment = jump + timedelta(minutes=draw(st.integers(-48 * 60, 48 * 60)))
    years = draw(st.sampled_from([0, 0, 0, 1, 4]))
    return draw(weeks(zone)), moment + timedelta(days=365 * years)


@st.composite
def banks(draw: st.DrawFn) -> Pace:
    """Paces of days: a turn in so many days, and banks."""
    most = draw(st.integers(12, 30 * 24)) * 3600
    return Pace(draw(st.integers(12 * 3600, most)), draw(st.integers(12 * 3600, most)), most)


paces = st.sampled_from([BANK, a_turn_in(1), a_turn_in(14)]) | banks()
all_paces = paces | st.sampled_from(LIVE)


@st.composite
def teams_and_moments(draw: st.DrawFn) -> tuple[list[Week | None], datetime]:
    """The weeks of one or two asked people, bots among them, and a moment near a jump."""
    week, moment = draw(weeks_and_moments())
    others = draw(st.lists(st.none() | weeks(), max_size=1))
    return [week, *others], moment
