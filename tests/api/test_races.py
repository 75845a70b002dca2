"""Requests that arrive at the same time: a key opens one table, an answer is played once."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from games.api.operations import notifications
from games.endpoints.access import Scope
from games.notifications.models import NotificationSettings
from games.tables.models import Game
from tests.api.client import Program
from tests.support.factories import at_once, legal_answer, player, running_game

pytestmark = pytest.mark.django_db(transaction=True)


def statuses(answers: list[Any]) -> list[int]:
    """Return the statuses of answers, sorted."""
    return sorted(answer.status_code for answer in answers)


def test_a_key_opens_one_table() -> None:
    program = Program(player("ada"), **{"idempotency-key": "one"})
    answers = at_once(*[lambda: program.post("/tables", {})] * 3)
    assert statuses(answers) == [201, 201, 201]
    assert len({answer.content for answer in answers}) == 1
    assert Game.objects.count() == 1


def test_an_answer_is_played_once() -> None:
    game = running_game(player("ada"), player("ben"), answers=4)
    seat, action = legal_answer(game)
    program = Program(seat.user)
    data = {"seq": game.seq, "answers": [action]}
    answers = at_once(*[lambda: program.post(f"/games/{game.pk}/answers", data)] * 3)
    assert statuses(answers) == [200, 200, 200]
    assert game.moves.count() == game.seq + 1


def test_different_settings_changed_at_once_are_both_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(player("ada"), Scope.NOTIFY, Scope.READ)
    both_have_read, read = Barrier(2), notifications._form_data

    def slowly_read(*given: Any) -> dict[str, object]:
        data = read(*given)
        with suppress(BrokenBarrierError):  # the lock lets only one of them read
            both_have_read.wait(0.5)
        return data

    monkeypatch.setattr(notifications, "_form_data", slowly_read)
    changes: list[dict[str, object]] = [{"mail_after": 5}, {"alarms": [50]}]
    answers = at_once(
        *[lambda data=data: program.send("PATCH", "/me/notifications", data) for data in changes]
    )
    assert statuses(answers) == [200, 200]
    kept = NotificationSettings.objects.get()
    assert (kept.mail_after, kept.alarms) == (5, [50])
