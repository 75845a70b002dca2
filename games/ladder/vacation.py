"""Protection of places by vacation, as far as the player's balance covers it. Pure functions.

A planned absence may cost no hours, so its protection is limited to the balance at its start, and
to `MOST_A_YEAR` per year.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

A_YEAR = timedelta(days=365)
MOST_A_YEAR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Vacation:
    """An absence of a player; `protects_until` equals `start` if it protects nothing."""

    user_id: int
    start: datetime
    end: datetime
    protects_until: datetime


def protecting(absences: Iterable[tuple[Vacation, timedelta]]) -> list[Vacation]:
    """Return one player's absences, given with their balances, with the end of their protection.

    The limit counts the year before an absence begins.
    """
    protected: list[Vacation] = []
    for absence, balance in sorted(absences, key=lambda pair: pair[0].start):
        left = MOST_A_YEAR - _protected(protected, absence.start - A_YEAR)
        until = min(absence.end, absence.start + max(timedelta(), min(balance, left)))
        protected.append(replace(absence, protects_until=until))
    return protected


def _protected(absences: Sequence[Vacation], since: datetime) -> timedelta:
    parts = (absence.protects_until - max(absence.start, since) for absence in absences)
    return sum((part for part in parts if part > timedelta()), timedelta())


def postponed(since: datetime, until: datetime, absences: Iterable[Vacation]) -> datetime:
    """Return `until`, postponed by the protected time after `since`; absences may overlap."""
    counted = since
    for absence in sorted(absences, key=lambda absence: absence.start):
        start, end = max(absence.start, counted), absence.protects_until
        if start < until and start < end:
            until += end - start
            counted = end
    return until
