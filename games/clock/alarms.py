"""Alarms: when a side's time is running short."""

from collections.abc import Iterable
from datetime import datetime

from games.clock.moments import whole
from games.clock.week import Week, usable
from games.clock.week import deadline as moment_after

SHARES = (50, 20, 5)
"""Per cent of the usable time of a turn."""


def alarms(
    week: Week | None,
    started: datetime,
    deadline: datetime,
    shares: Iterable[int] = SHARES,
) -> dict[int, datetime]:
    """Return for each share (per cent) the moment at which so much of the usable time is left.

    `started`: when the side was asked (`Side.since`). None lies in the week's sleep or days off
    unless the deadline does; if the deadline moves, so do they.
    """
    whole_turn = usable(week, started, deadline)
    return {
        share: min(moment_after(week, started, whole_turn * (100 - share) // 100), whole(deadline))
        for share in shares
    }
