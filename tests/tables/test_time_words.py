"""Paces, time spans and deadlines in words."""

from datetime import UTC, datetime, timedelta
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from games.clock import BANK, LIVE, TURNS, ClockError, Code, Pace
from games.tables import time_words
from games.tables.time_forms import gift_choices


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (None, "no clock"),
        (TURNS[0], "1 day a turn"),
        (TURNS[6], "14 days a turn"),
        (BANK, "3 days + 1 day a turn, at most 7 days"),
        (Pace(43200, 43200, 129600), "12 hours + 12 hours a turn, at most 1 day 12 hours"),
        (LIVE[1], "live: 5 minutes + 30 seconds a turn"),
        (Pace(300, 300, 300, live=True), "live: 5 minutes a turn"),
        (Pace(300, 30, 600, live=True), "live: 5 minutes + 30 seconds a turn, at most 10 minutes"),
    ],
    ids=str,
)
def test_paces(pace: Pace | None, words: str) -> None:
    assert time_words.pace(pace.to_json() if pace else None) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (59, "59 seconds"), (3600, "1 hour"), (90061, "1 day 1 hour")],
)
def test_spans(seconds: int, words: str) -> None:
    assert time_words.span(seconds) == words


def test_the_time_to_give() -> None:
    words = {12: "12 hours", 24: "1 day", 48: "2 days", 72: "3 days", 168: "7 days"}
    assert dict(gift_choices()) == words


NOW = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)
"""A Monday, half an hour before midnight in Berlin."""


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(minutes=10), "today 23:40"),
        (timedelta(hours=1), "tomorrow 00:30"),
        (timedelta(days=2, hours=19), "Thursday 18:30"),
        (timedelta(days=6), "Sunday 23:30"),
        (timedelta(days=7), "Mon 9 Mar, 23:30"),
        (timedelta(days=-2), "Sat 28 Feb, 23:30"),
    ],
    ids=str,
)
def test_deadlines(ahead: timedelta, words: str) -> None:
    assert time_words.until(NOW + ahead, NOW, ZoneInfo("Europe/Berlin")) == words


def test_deadlines_in_german() -> None:
    with translation.override("de"):
        words = time_words.until(NOW + timedelta(days=2), NOW, ZoneInfo("Europe/Berlin"))
    assert words == "Mittwoch 23:30"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Mon 9 Mar, 23:30"), ("fr", "lun. 9 mars, 23:30"), ("de", "Mo., 9. März, 23:30")],
)
def test_short_weekdays(language: str, words: str) -> None:
    at = (NOW + timedelta(days=7)).astimezone(ZoneInfo("Europe/Berlin"))
    with translation.override(language):
        assert time_words.day_and_time(at) == words


@pytest.mark.parametrize("code", get_args(Code))
def test_every_refusal_is_a_sentence(code: Code) -> None:
    refused = time_words.refusal(ClockError(code))
    assert refused.status in (409, 422)
    assert str(refused).endswith(".")
