"""Agreements about time: gifts, pauses, another pace."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.clock import BANK, LIVE, Pace, a_turn_in
from games.notifications.models import Notification
from games.tables import presence
from games.tables.models import Ending, Game, Proposal, ProposalKind, Seat, Status
from games.tables.services import check, ending
from games.tables.services.agreements import accept_proposal, decline_proposal, give_time, propose
from games.tables.services.expiry import mind_the_clocks
from games.tables.timekeeping.clocks import deadline_of, is_paused
from tests.support.factories import (
    answer,
    arrive,
    at_once,
    refusal,
    running_game,
    sweep,
    table,
    wakeful,
)

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
DUE = T0 + 3 * DAY
PAUSE, RESUME, PACE = ProposalKind.PAUSE, ProposalKind.RESUME, ProposalKind.PACE


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def turn_of(user: User, *others: User | str, **fields: Any) -> Game:
    game = running_game(user, *others, now=T0, **fields)
    while game.seq < game.players or not game.seats.get(user=user).asked:
        game = answer(game, T0)
    return game


def paused(ada: User, bob: User, now: datetime = T0 + DAY) -> Game:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PAUSE, now=now)
    accept_proposal(bob, game.pk, now=now)
    game.refresh_from_db()
    return game


# --- giving time ---


def test_time_is_given_to_the_other_side(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    game = give_time(bob, game.pk, 12, now=T0 + DAY)
    assert game.deadline == DUE + 12 * HOUR
    game = give_time(bob, game.pk, 7 * 24, now=DUE + 12 * HOUR)
    assert game.deadline == DUE + 7 * DAY + 12 * HOUR
    assert check.differences(game) == []


def test_the_limits_of_giving(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    for hours in (-1, 0, 11, 169):
        refusal(422, lambda hours=hours: give_time(bob, game.pk, hours, now=T0))
    refusal(403, lambda: give_time(wakeful("eve"), game.pk, 24, now=T0))
    refusal(409, lambda: give_time(bob, game.pk, 24, now=DUE + SECOND))
    for _ in range(3):
        give_time(bob, game.pk, 168, now=T0)
    assert "30 days" in refusal(422, lambda: give_time(bob, game.pk, 168, now=T0))


def test_there_are_games_in_which_no_time_is_given(ada: User, bob: User) -> None:
    for game, status in (
        (turn_of(ada, bob, pace=None), 409),
        (turn_of(ada, bob, pace=LIVE[0]), 409),
        (turn_of(ada, "noisy"), 422),
        (table(ada, None), 409),
    ):
        refusal(status, lambda pk=game.pk: give_time(ada, pk, 24, now=T0))


# --- pausing ---


def test_both_sides_agree_to_pause_and_to_go_on(ada: User, bob: User) -> None:
    game = paused(ada, bob)
    assert is_paused(game)
    assert (game.deadline, deadline_of(game, 0)) == (None, None)
    assert not Proposal.objects.exists()
    assert check.differences(game) == []
    assert sweep(T0 + 20 * DAY) == 0
    propose(bob, game.pk, RESUME, now=T0 + 20 * DAY)
    game = accept_proposal(ada, game.pk, now=T0 + 20 * DAY)
    assert game.deadline == T0 + 22 * DAY  # a day was gone before
    assert not is_paused(game)
    assert check.differences(game) == []


def test_a_pause_ends_by_itself(ada: User, bob: User) -> None:
    game = paused(ada, bob)
    propose(bob, game.pk, RESUME, now=T0 + 2 * DAY)
    assert sweep(T0 + 31 * DAY) == 0
    game.refresh_from_db()
    assert not is_paused(game)
    assert game.deadline == T0 + 33 * DAY
    assert not Proposal.objects.exists()
    assert sweep(T0 + 33 * DAY + SECOND) == 1


def test_answers_in_a_pause_cost_nothing(ada: User, bob: User) -> None:
    game = paused(ada, bob)
    side = game.seats.get(asked=True).side
    while game.seats.filter(asked=True)[0].side == side:
        game = answer(game, T0 + 9 * DAY)
    assert (game.status, game.deadline) == (Status.RUNNING, None)
    assert is_paused(game)
    assert check.differences(game) == []
    propose(ada, game.pk, RESUME, now=T0 + 10 * DAY)
    assert accept_proposal(bob, game.pk, now=T0 + 10 * DAY).deadline == T0 + 13 * DAY


def test_what_cannot_be_agreed_on_now(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    refusal(409, lambda: propose(ada, game.pk, RESUME, now=T0))
    refusal(403, lambda: propose(wakeful("eve"), game.pk, PAUSE, now=T0))
    refusal(409, lambda: accept_proposal(bob, game.pk, now=T0))
    refusal(409, lambda: decline_proposal(bob, game.pk, now=T0))
    propose(ada, game.pk, PAUSE, now=T0)
    refusal(403, lambda: accept_proposal(ada, game.pk, now=T0))
    refusal(409, lambda: propose(bob, game.pk, PAUSE, now=T0))
    refusal(409, lambda: accept_proposal(bob, game.pk, now=DUE + SECOND))
    accept_proposal(bob, game.pk, now=DUE)
    refusal(409, lambda: propose(ada, game.pk, PAUSE, now=DUE))
    refusal(409, lambda: propose(ada, game.pk, PACE, BANK, now=DUE))
    clockless = turn_of(ada, bob, pace=None)
    assert "no clock" in refusal(409, lambda: propose(ada, clockless.pk, PAUSE, now=T0))


def test_a_proposal_is_declined_or_withdrawn(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    for user in (ada, bob):
        made = propose(ada, game.pk, PAUSE, now=T0)
        assert made is not None
        notification = Notification.objects.get(key=f"proposal {game.pk} {made.pk}")
        assert (notification.user, notification.data) == (bob, {"proposal": made.pk})
        decline_proposal(user, game.pk, now=T0)
        assert not Proposal.objects.exists()
    game.refresh_from_db()
    assert game.deadline == DUE


def test_a_proposal_ends_with_the_game(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PAUSE, now=T0)
    ending.resign(ada, game.pk, now=T0)
    assert not Proposal.objects.exists()


def test_bots_agree_to_everything(ada: User) -> None:
    game = turn_of(ada, "noisy")
    assert propose(ada, game.pk, PAUSE, now=T0) is None
    game.refresh_from_db()
    assert is_paused(game)
    assert not Proposal.objects.exists()


def test_one_speaks_for_the_team(ada: User, bob: User) -> None:
    cleo, dan = wakeful("cleo"), wakeful("dan")
    game = running_game(ada, bob, cleo, dan, now=T0)
    propose(ada, game.pk, PAUSE, now=T0)
    refusal(403, lambda: accept_proposal(cleo, game.pk, now=T0))
    accept_proposal(dan, game.pk, now=T0)
    game.refresh_from_db()
    assert is_paused(game)


@pytest.mark.django_db(transaction=True)
def test_two_who_accept_at_once_do_it_once(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PAUSE, now=T0)
    accept = lambda: accept_proposal(bob, game.pk, now=T0)  # noqa: E731
    results = at_once(accept, accept)
    assert sorted(isinstance(result, Game) for result in results) == [False, True]


# --- offers lapse, and live clocks need their players ---


def test_an_offer_lapses_at_the_next_move(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(bob, game.pk, PACE, BANK, now=T0)
    answer(game, T0 + HOUR)
    assert not Proposal.objects.exists()
    refusal(409, lambda: accept_proposal(ada, game.pk, now=T0 + HOUR))


def test_an_offer_of_live_play_lapses_after_minutes(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PACE, LIVE[1], now=T0)
    later = T0 + 5 * MINUTE + SECOND
    arrive(game, later)
    refusal(409, lambda: accept_proposal(bob, game.pk, now=later))
    assert propose(bob, game.pk, PACE, BANK, now=later) is not None


def test_in_a_live_game_every_offer_lapses_after_minutes(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=LIVE[3])
    propose(ada, game.pk, PAUSE, now=T0)
    refusal(409, lambda: accept_proposal(bob, game.pk, now=T0 + 5 * MINUTE + SECOND))


def test_an_offer_of_days_does_not_lapse_by_itself(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PACE, BANK, now=T0)
    assert accept_proposal(bob, game.pk, now=T0 + 2 * DAY).pace == BANK.to_json()


def test_live_clocks_do_not_start_while_the_other_player_is_away(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    arrive(game, T0, ada)
    propose(ada, game.pk, PACE, LIVE[0], now=T0)
    soon = T0 + 2 * MINUTE
    sentence = refusal(409, lambda: accept_proposal(bob, game.pk, now=soon))
    assert "ada is not at the table" in sentence
    presence.here(ada.pk, game.pk)
    assert accept_proposal(bob, game.pk, now=soon).live


def test_a_paused_live_game_goes_on_only_with_both_at_the_table(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=LIVE[3])
    propose(ada, game.pk, PAUSE, now=T0)
    accept_proposal(bob, game.pk, now=T0)
    propose(ada, game.pk, RESUME, now=T0 + HOUR)
    refusal(409, lambda: accept_proposal(bob, game.pk, now=T0 + HOUR))
    arrive(game, T0 + HOUR)
    assert accept_proposal(bob, game.pk, now=T0 + HOUR).deadline is not None


def test_a_live_game_whose_pause_runs_out_is_broken_off(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=LIVE[3])
    propose(ada, game.pk, PAUSE, now=T0)
    accept_proposal(bob, game.pk, now=T0)
    assert sweep(T0 + 30 * DAY - SECOND) == 0
    assert sweep(T0 + 30 * DAY) == 1
    game.refresh_from_db()
    assert (game.status, game.ending, game.winner) == (Status.ABORTED, Ending.LAPSED, None)


# --- another pace ---


def test_both_sides_agree_on_another_pace(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PACE, a_turn_in(14), now=T0 + DAY)
    game = accept_proposal(bob, game.pk, now=T0 + DAY)
    assert (game.deadline, game.live) == (T0 + 15 * DAY, False)
    assert game.pace_words == "14 days a turn"
    propose(ada, game.pk, PACE, LIVE[1], now=T0 + DAY)
    arrive(game, T0 + DAY)
    game = accept_proposal(bob, game.pk, now=T0 + DAY)
    assert (game.deadline, game.live) == (T0 + DAY + timedelta(minutes=5), True)
    propose(ada, game.pk, PACE, None, now=T0 + DAY)
    game = accept_proposal(bob, game.pk, now=T0 + DAY)
    assert (game.deadline, game.live, game.clock, game.pace) == (None, False, None, None)
    propose(ada, game.pk, PACE, BANK, now=T0 + 90 * DAY)
    game = accept_proposal(bob, game.pk, now=T0 + 90 * DAY)
    assert game.deadline == T0 + 93 * DAY
    assert check.differences(game) == []


@pytest.mark.parametrize(
    ("fields", "pace"),
    [({"rated": True}, None), ({"league": True}, None), ({"league": True}, LIVE[0])],
    ids=["rated", "league", "league live"],
)
def test_a_pace_that_the_game_cannot_have(
    ada: User, bob: User, fields: dict[str, object], pace: Pace | None
) -> None:
    game = turn_of(ada, bob, **fields)
    refusal(422, lambda: propose(ada, game.pk, PACE, pace, now=T0))


def test_a_change_in_mid_turn_gives_at_least_the_increment(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    slow = Pace(12 * 3600, 24 * 3600, 48 * 3600)
    propose(ada, game.pk, PACE, slow, now=T0)
    assert accept_proposal(bob, game.pk, now=T0).deadline == T0 + DAY


def test_a_lost_game_is_not_saved_by_another_pace(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    propose(ada, game.pk, PACE, None, now=T0)
    refusal(409, lambda: accept_proposal(bob, game.pk, now=DUE + SECOND))
    assert mind_the_clocks(DUE + SECOND) == 1
    assert not Seat.objects.filter(asked=True).exists()
