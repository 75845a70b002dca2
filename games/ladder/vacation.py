"""Vacation on the ladders: it protects a place as far as the balance covers it. Pure.

A planned absence alone costs nothing, so it protects for as many hours as the player had vacation
left when it began, and for `MOST_A_YEAR` in a year.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

A_YEAR = timedelta(days=365)
MOST_A_YEAR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Vacation:
    """An absence of a player, and until when it protects their place: `start` if not at all."""

    user_id: int
    start: datetime
    end: datetime
    protects_until: datetime


def protecting(absences: Iterable[tuple[Vacation, timedelta]]) -> list[Vacation]:
    """Return the absences of one player with what they protect; each comes with its balance.

    The year is that before an absence begins.
    """
    found: list[Vacation] = []
    for absence, balance in sorted(absences, key=lambda one: one[0].start):
        left = MOST_A_YEAR - _protected(found, absence.start - A_YEAR)
        until = min(absence.end, absence.start + max(timedelta(), min(balance, left)))
        found.append(replace(absence, protects_until=until))
    return found


def _protected(absences: Sequence[Vacation], since: datetime) -> timedelta:
    parts = (one.protects_until - max(one.start, since) for one in absences)
    return sum((part for part in parts if part > timedelta()), timedelta())


def put_off(since: datetime, until: datetime, absences: Iterable[Vacation]) -> datetime:
    """Return `until` later by the protected time between; absences may overlap."""
    counted = since
    for absence in sorted(absences, key=lambda one: one.start):
        start, end = max(absence.start, counted), absence.protects_until
        if start < until and start < end:
            until += end - start
            counted = end
    return until
