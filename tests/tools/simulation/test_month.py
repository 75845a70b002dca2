"""A simulated month: no deadline is missed or doubled, no player is told too much or nothing.

The first test plays a small month and wants no fault. The others break the site, each in one way,
and want the judge to say so.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games import clock as arithmetic
from games.notifications import clock_changes, outbox, policy, receivers, record
from games.notifications.kinds import NotificationKind
from games.notifications.notifications import (
    AwaitedAnswer,
    TalkMessage,
    TimeRunsShort,
    YourTurn,
)
from games.tables.models import Game, NotificationLevel
from games.tables.services import agreements, ending, expiry
from games.tables.timekeeping import absences, gathering, outages
from games.tables.timekeeping.clocks import LockedTable
from tools.simulation.month.judge import Judge
from tools.simulation.month.month import Month
from tools.simulation.simulator import MINUTE
from tools.simulation.sizes import MonthSize

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TINY = MonthSize(players=8, games=12, days=7, alarms=720, teams=0, live=0, deaths=0, real=1000)
"""Some seconds: only two people at a table, and workers that live."""
MORE = replace(TINY, games=24, days=14)
"""Enough games for what is rare: lost after both sides have played, paused, annulled."""


def faults_of(size: MonthSize) -> list[str]:
    month = Month(size)
    month.run()
    judge = Judge(month)
    faults = judge.judge()
    print(*judge.lines(), sep="\n")
    return faults


def said(faults: Sequence[str], words: str) -> list[str]:
    return [fault for fault in faults if words in fault]


def test_a_month() -> None:
    assert (
        faults_of(MonthSize(players=12, games=30, days=14, seed=5, alarms=60, teams=0.3, live=0.1))
        == []
    )


def test_a_tiny_month() -> None:
    """So that what the others find is what they have broken."""
    assert faults_of(TINY) == []


# --- deadlines ---


def test_a_deadline_that_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    look_after = expiry._handle

    def slow(pk: int, now: datetime) -> bool:
        deadline = Game.objects.get(pk=pk).deadline
        return deadline is not None and now - deadline > 5 * MINUTE and look_after(pk, now)

    monkeypatch.setattr(expiry, "_handle", slow)
    assert said(faults_of(TINY), "lost only at")


def test_a_deadline_that_is_kept_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    finish = ending.finish

    def twice(*game: Any) -> None:
        finish(*game)
        finish(*game)

    monkeypatch.setattr(ending, "finish", twice)
    assert said(faults_of(MORE), "hours of vacation are left")


def test_a_deadline_that_comes_early(monkeypatch: pytest.MonkeyPatch) -> None:
    late = arithmetic.late
    early = timedelta(hours=20)
    monkeypatch.setattr(arithmetic, "late", lambda clock, now: late(clock, now + early))
    assert said(faults_of(TINY), "refused as late")


def test_an_outage_that_is_not_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "_give_back", lambda *_all: False)
    assert said(faults_of(TINY), "lost at")


def test_an_outage_that_is_given_back_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = [field for field in outages.FIELDS if field != "outage"]
    monkeypatch.setattr(outages, "FIELDS", forgotten)
    assert said(faults_of(replace(TINY, games=40)), "an answer after the deadline")


def test_live_clocks_that_do_not_wait_for_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "wait_for_players", lambda *_all: None)
    assert said(faults_of(replace(TINY, live=1, gone=0.7)), "lost at")


def test_games_that_pay_before_both_have_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "both_have_played", lambda _seats: True)
    many = replace(TINY, days=14, gone=0.5, games=30, seed=3)
    assert said(faults_of(many), "hours of vacation are left")


def test_an_annulled_game_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "_in_the_same_absence", lambda _user, _game: False)
    assert said(faults_of(replace(TINY, days=14, gone=0.7, games=20)), "time; let time pass")


def test_a_game_that_counts_and_is_annulled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "_in_the_same_absence", lambda _user, _game: True)
    assert said(faults_of(replace(MORE, gone=0.5)), "annulled; let time pass")


def test_vacation_that_is_spent_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    spend = absences._spend

    def twice(user: User, deadline: datetime, now: datetime) -> datetime:
        before = user.vacation_hours
        until = spend(user, deadline, now)
        user.vacation_hours -= before - user.vacation_hours
        user.save()
        return until

    monkeypatch.setattr(absences, "_spend", twice)
    assert said(faults_of(replace(TINY, days=14)), "hours of vacation are left")


def test_vacation_that_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absences, "_spend", lambda _user, deadline, _now: deadline)
    assert said(faults_of(replace(TINY, days=14)), "has not paid for")


def test_a_gift_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "gift", lambda clock, *_more: clock)
    assert said(faults_of(replace(TINY, gifts=0.5, days=14, seed=3)), "lost at")


def test_a_pause_that_costs_time(monkeypatch: pytest.MonkeyPatch) -> None:
    resume = agreements.resume

    def poorer(table: LockedTable) -> None:
        earlier = replace(table, now=table.now - timedelta(hours=30))
        resume(earlier)
        table.clock = earlier.clock

    monkeypatch.setattr(agreements, "resume", poorer)
    assert said(faults_of(replace(MORE, games=40, pauses=0.3, gone=0.4)), "lost at")


def test_a_teammate_who_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "_offer_takeover", lambda *_all: None)
    many = replace(TINY, games=16, days=10, teams=1, gone=0.5)
    assert said(faults_of(many), "though a teammate was there")


# --- notifications ---


def test_mails_for_turns_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "still_wanted", lambda *_all: "")
    faults = faults_of(TINY)
    assert said(faults, "played already")
    assert said(faults, "answered or over before")


def test_alarms_that_are_out_of_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimeRunsShort, "stale", AwaitedAnswer.stale)
    many = replace(TINY, alarms=180, games=60, days=14, seed=3)
    assert said(said(faults_of(many), "answered or over before"), "of alarm")


def test_a_turn_without_a_notification(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, YourTurn)
    assert said(faults_of(TINY), "no notification turn")


def test_a_change_of_the_clock_without_a_notification(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_changes, "note_change", lambda _change: None)
    assert said(faults_of(replace(MORE, pauses=0.3)), "was not told what happened")


def test_a_line_of_talk_without_a_notification(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, TalkMessage)
    assert said(faults_of(replace(TINY, talk=0.3)), "no notification talk")


def without(monkeypatch: pytest.MonkeyPatch, left_out: type[NotificationKind]) -> None:
    """Let the receivers forget one kind of notification."""

    def note(user: User | None, kind: type[NotificationKind], *details: Any, **more: Any) -> Any:
        return None if kind == left_out else record.note(user, kind, *details, **more)

    monkeypatch.setattr(receivers, "note", note)


def test_a_turn_that_is_told_under_two_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def note(
        user: User | None, kind: type[NotificationKind], key: str, *details: Any, **more: Any
    ) -> Any:
        record.note(user, kind, f"{key} again", *details, **more)
        return record.note(user, kind, key, *details, **more)

    monkeypatch.setattr(receivers, "note", note)
    assert said(faults_of(TINY), "for nothing")


def test_notifications_in_quiet_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "quiet_until", lambda *_all: None)
    monkeypatch.setattr(outbox, "quiet_until", lambda *_all: None)
    assert said(faults_of(TINY), "quiet hours")


def test_notifications_of_games_that_are_mute(monkeypatch: pytest.MonkeyPatch) -> None:
    unwanted = policy._unwanted

    def deaf(kind: type[NotificationKind], channel: Any, wishes: policy.Wishes) -> str:
        return unwanted(kind, channel, replace(wishes, level=NotificationLevel.NORMAL))

    monkeypatch.setattr(policy, "_unwanted", deaf)
    assert said(faults_of(replace(TINY, games=60)), "mute")


def test_deliveries_that_get_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(deliveries: Sequence[Any], *_more: Any) -> None:
        type(deliveries[0]).objects.filter(pk__in=[each.pk for each in deliveries]).delete()

    monkeypatch.setattr(outbox, "_try_again", forgets)
    assert said(faults_of(TINY), "no mail of")


def test_mails_that_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    send: Callable[..., int] = outbox.send_due
    slow = timedelta(hours=1)
    monkeypatch.setattr(outbox, "send_due", lambda now, channels: send(now - slow, channels))
    assert said(faults_of(TINY), ", latest ")


def test_mails_of_turns_that_get_lost_with_their_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "_may_repeat", lambda delivery: delivery.channel != "mail")
    assert said(faults_of(replace(TINY, deaths=0.1)), "no mail of turn")


def test_workers_that_die_while_they_send_and_send_everything_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "_may_repeat", lambda _delivery: True)
    assert said(faults_of(replace(TINY, deaths=0.1, games=30)), ": twice")
