"""A simulated month: no deadline is missed or doubled, nobody is told too much or nothing."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.nudges import outbox
from games.times import expiry
from tests.simulation.judge import Judge
from tests.simulation.month import Month, Size

SMALL = Size(players=12, games=15, days=12)


def faults_of(size: Size) -> list[str]:
    month = Month(size)
    month.run()
    judge = Judge(month)
    faults = judge.judge()
    print(judge.numbers())
    return faults


@pytest.mark.slow
@pytest.mark.django_db
def test_a_month() -> None:
    assert faults_of(Size(players=12, games=30, days=14, seed=5)) == []


@pytest.mark.slow
@pytest.mark.django_db
def test_the_judge_sees_mails_for_turns_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "still_wanted", lambda *_args: "")
    assert any("answered or over before" in fault for fault in faults_of(SMALL))


@pytest.mark.slow
@pytest.mark.django_db
def test_the_judge_sees_games_that_end_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = expiry.mind_the_clocks

    def late(now: datetime) -> int:
        return mind(now - timedelta(hours=2))

    monkeypatch.setattr(expiry, "mind_the_clocks", late)
    assert any("lost" in fault for fault in faults_of(replace(SMALL, deaths=0)))


@pytest.mark.slow
@pytest.mark.django_db
def test_the_judge_sees_deliveries_that_get_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(_deliveries: Any, *_args: Any) -> None:
        _deliveries[0].__class__.objects.filter(pk__in=[d.pk for d in _deliveries]).delete()

    monkeypatch.setattr(outbox, "_try_again", forgets)
    assert any(fault.startswith("no mail of") for fault in faults_of(SMALL))
