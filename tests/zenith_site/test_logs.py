"""Repeated log records are written once a minute."""

import logging

import pytest

from zenith_site import logs


def lines(seldom: logs.Seldom, *said: tuple[str, str, int]) -> list[str]:
    """Return the records that pass, of (logger, message, argument)."""
    records = [
        logging.LogRecord(name, logging.WARNING, "", 0, text, (value,), None)
        for name, text, value in said
    ]
    return [record.getMessage() for record in records if seldom.filter(record)]


def test_a_kind_of_line_is_written_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    seldom = logs.Seldom(["zenith_site.caches"])
    hint, other = "could not publish game %s", "the cache is away: %s"
    said = [("zenith_site.caches", hint, number) for number in range(5)]
    assert lines(seldom, *said, ("zenith_site.caches", other, 1)) == [
        "could not publish game 0",
        "the cache is away: 1",
    ]
    now += 61
    assert lines(seldom, *said) == ["could not publish game 0 (4 more like this before)"]
    now += 61
    assert lines(seldom, said[0]) == ["could not publish game 0 (4 more like this before)"]
    now += 61
    assert lines(seldom, said[0]) == ["could not publish game 0"]


def test_other_loggers_say_everything() -> None:
    said = ("games.times", "an outage of %s", 7)
    assert len(lines(logs.Seldom(["zenith_site.caches"]), said, said)) == 2


def test_an_error_is_told_in_the_line() -> None:
    error = ConnectionError("100% refused")
    caught = (ConnectionError, error, None)
    record = logging.LogRecord("channels", logging.ERROR, "", 0, "receive task:", (), caught)
    assert logs.Seldom(["channels"]).filter(record)
    assert logging.Formatter().format(record) == "receive task: 100% refused"
