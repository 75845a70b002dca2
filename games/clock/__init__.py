"""Clocks: pure functions of (clock, weeks, now). No Django, no clock on the wall.

Every time spent is usable seconds, every moment an aware datetime; `now` is handed in. The site
stores `Clock.to_json()`, indexes the deadlines, and words the codes of `ClockError`.

>>> from datetime import UTC, datetime
>>> from games.clock import BANK, Week, answer, ask, begin
>>> ada = [Week("Europe/Berlin")]
>>> clock = ask(begin(BANK), 0, ada, datetime(2026, 3, 28, 12, tzinfo=UTC), turn_begins=True)
>>> str(clock.sides[0].deadline)  # 72 hours, 16 a day; Sunday's night is an hour short
'2026-04-01 19:00:00+00:00'
>>> clock = answer(clock, 0, ada, datetime(2026, 3, 28, 20, tzinfo=UTC), turn_over=True)
>>> clock.sides[0].left // 3600  # 72 - 8 + 24
88
"""

from games.clock.alarms import SHARES, alarms
from games.clock.clock import (
    Clock,
    Side,
    Weeks,
    after_move,
    answer,
    ask,
    begin,
    change_pace,
    extend,
    gift,
    late,
    new_week,
    outage,
    pause,
    resume,
)
from games.clock.errors import ClockError, Code
from games.clock.pace import BANK, LIVE, OFFERED, TURNS, Pace, a_turn_in
from games.clock.vacation import AwayPeriod, cover, earned, may_plan
from games.clock.week import Week, deadline, usable

__all__ = [
    "BANK",
    "LIVE",
    "OFFERED",
    "SHARES",
    "TURNS",
    "AwayPeriod",
    "Clock",
    "ClockError",
    "Code",
    "Pace",
    "Side",
    "Week",
    "Weeks",
    "a_turn_in",
    "after_move",
    "alarms",
    "answer",
    "ask",
    "begin",
    "change_pace",
    "cover",
    "deadline",
    "earned",
    "extend",
    "gift",
    "late",
    "may_plan",
    "new_week",
    "outage",
    "pause",
    "resume",
    "usable",
]
