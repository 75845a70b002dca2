"""The judge of the simulated month: which alarms it wants to be told, and how late."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from games.notifications.channels import MAIL
from games.notifications.models import Notification
from tools.simulation.month.judge import SLACK, Judge, alarm_waits
from tools.simulation.month.tale import HOUR, Tale, Wait

NOON = datetime(2026, 3, 20, 12)
ADA, GAME = 1, 7


def alarm(share: int, at: datetime, turn: int = 3) -> Notification:
    return Notification(user_id=ADA, game_id=GAME, key=f"alarm {GAME} {turn} {share}", at=at)


def waits(asked: Wait, *alarms: Notification, more: Sequence[Wait] = ()) -> list[Wait]:
    """Return what the judge expects, if Ada's turn in the game was that wait."""
    tale = Tale.__new__(Tale)
    tale.waits = [asked, *more]
    return list(alarm_waits(alarms, {GAME: tale}))


def turn(ends: Sequence[datetime] = (), excuses: Sequence[datetime] = ()) -> Wait:
    since = NOON - timedelta(days=1)
    return Wait(ADA, GAME, "turn", f"turn {GAME} 5", since, list(ends), list(excuses))


def test_an_alarm_is_out_of_date_when_a_later_one_of_the_turn_sounds() -> None:
    half, fifth = waits(turn(), alarm(50, NOON), alarm(20, NOON + 3 * HOUR))
    assert half.ends == [NOON + 3 * HOUR]
    assert fifth.ends == []


def test_an_alarm_of_another_turn_is_no_later_one() -> None:
    half, fifth = waits(turn(), alarm(50, NOON), alarm(20, NOON + 3 * HOUR, turn=4))
    assert half.ends == fifth.ends == []


@pytest.mark.parametrize(("answered", "wanted"), [(NOON, True), (NOON - HOUR, False)])
def test_an_alarm_may_sound_in_the_minute_of_the_answer(answered: datetime, wanted: bool) -> None:
    """The tasks of a minute run before the players of that minute act."""
    assert bool(waits(turn(ends=[answered]), alarm(20, NOON))) is wanted


def test_a_pause_before_an_alarm_is_no_excuse() -> None:
    [wait] = waits(turn(excuses=[NOON - HOUR, NOON + HOUR]), alarm(20, NOON))
    assert wait.excuses == [NOON + HOUR]


def test_an_alarm_in_the_minute_of_the_answer_belongs_to_the_turn_that_ends() -> None:
    next_one = Wait(ADA, GAME, "question", f"question {GAME} 6", NOON)
    [wait] = waits(turn(ends=[NOON]), alarm(20, NOON), more=[next_one])
    assert wait.ends == [NOON]


def test_a_death_may_delay_a_mail_into_an_outage() -> None:
    """The worker dies over it, then it is quiet until the mail provider has failed."""
    evening = NOON + 8 * HOUR
    morning = evening + 8 * HOUR
    judge: Any = Judge.__new__(Judge)
    judge.month = SimpleNamespace(
        down=(NOON - 9 * HOUR, NOON - 8 * HOUR),
        failing=(NOON + 12 * HOUR, NOON + 36 * HOUR),
    )
    judge.diary = SimpleNamespace(deaths={(ADA, MAIL): [evening]})
    person: Any = SimpleNamespace(
        user=SimpleNamespace(pk=ADA),
        quiet_end=lambda at: morning if evening < at < morning else at,
    )
    due = evening - timedelta(minutes=2)
    tries = NOON + (36 + 6) * HOUR + SLACK
    assert tries < judge._latest(person, due, MAIL, False) < tries + 2 * SLACK
    assert judge._latest(person, due, "push", False) < morning
