"""Challenges: to whom, when they start, when they come to nothing, and who goes first."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.utils import timezone

from accounts.models import Absence, User
from games.clock import BANK, LIVE
from games.fairplay import bans
from games.fairplay.models import ModerationAction, What
from games.ladder import challenges, places
from games.ladder.challenges import accept, challenge, decline, mind_the_ladders, withdraw
from games.ladder.models import Challenge, Rung, State, Step, Why
from games.ladder.rules import days_left_out
from games.models import Block, Game, Nudge, Occasion, Status
from games.ratings.models import Pool
from games.services.refusals import Refused
from tests.games.factories import at_once, player, refusal
from tests.games.ladder.ladders import DAY, T0, end, on_ladder, order, playing, rung

pytestmark = pytest.mark.django_db

NAMES = ("ada", "bob", "eve", "kim", "lea", "max")


def here(user: User, now: datetime) -> None:
    """Let somebody be on the site."""
    UserSession.objects.create(
        user=user, session_key=f"{user.pk} {now}", ip="127.0.0.1", user_agent="", last_seen_at=now
    )


# --- how a challenge starts ---


def test_who_wants_to_be_asked_is_asked_and_accepts() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ADA", now=T0)
    assert (made.state, made.game, made.place) == (State.WAITING, None, 1)
    assert Nudge.objects.get().user == ada
    accept(ada, made.pk, now=T0 + DAY)
    accept(ada, made.pk, now=T0 + DAY)
    made.refresh_from_db()
    game = Game.objects.get()
    assert (made.state, made.game, made.started_at) == (State.RUNNING, game, T0 + DAY)
    assert (game.status, game.occasion, game.rated) == (Status.RUNNING, Occasion.LADDER, True)
    assert (game.pace, game.started_at) == (BANK.to_json(), T0 + DAY)


def test_who_wants_it_plays_at_once() -> None:
    ada, bob = on_ladder("ada", "bob")
    places.prefer(ada, Pool.DAYS, at_once=True)
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    assert made.state == State.RUNNING
    assert Game.objects.get().started_at == T0
    assert not Nudge.objects.filter(what="challenge").exists()  # the game tells of itself


def test_challenging_twice_is_once() -> None:
    _ada, bob = on_ladder("ada", "bob")
    assert challenge(bob, Pool.DAYS, "ada", now=T0) == challenge(bob, Pool.DAYS, "ada", now=T0)
    assert Challenge.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_challenging_and_accepting_at_once_are_one_game() -> None:
    ada, bob = on_ladder("ada", "bob")
    makes = [lambda: challenge(bob, Pool.DAYS, "ada")] * 3
    assert [r for r in at_once(*makes) if isinstance(r, Exception)] == []
    made = Challenge.objects.get()
    results = at_once(*[lambda: accept(ada, made.pk)] * 3, lambda: withdraw(bob, made.pk))
    assert len({type(r) for r in results[:3]}) == 1
    assert sum(isinstance(r, Refused) for r in results) in (1, 3)
    assert Game.objects.count() == (0 if isinstance(results[0], Refused) else 1)


def test_what_nobody_answers_starts_by_itself_after_three_days() -> None:
    _ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    mind_the_ladders(T0 + 3 * DAY - timedelta(seconds=1))
    assert not Game.objects.exists()
    for _twice in range(2):
        mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert (made.state, made.game) == (State.RUNNING, Game.objects.get())


def test_days_of_vacation_are_not_counted() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    Absence.objects.create(user=ada, start=T0 + DAY, end=T0 + 6 * DAY)
    Absence.objects.create(user=bob, start=T0 + 5 * DAY, end=T0 + 8 * DAY)
    mind_the_ladders(T0 + 10 * DAY - timedelta(seconds=1))
    assert not Game.objects.exists()
    mind_the_ladders(T0 + 10 * DAY)
    made.refresh_from_db()
    assert made.state == State.RUNNING


@pytest.mark.parametrize(
    ("absences", "days"),
    [
        ([], 3),
        ([(-5, -1)], 3),
        ([(-5, 1)], 4),
        ([(3, 9)], 3),
        ([(2, 4), (4, 5)], 6),
        ([(1, 5), (2, 3), (4, 6)], 8),
    ],
    ids=["none", "before", "over the start", "after", "one after the other", "over each other"],
)
def test_absences_put_the_moment_off(absences: list[tuple[int, int]], days: int) -> None:
    rows = [Absence(start=T0 + a * DAY, end=T0 + b * DAY) for a, b in absences]
    assert days_left_out(T0, T0 + 3 * DAY, rows) == T0 + days * DAY


def test_a_live_challenge_needs_both_on_the_site() -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    places.prefer(ada, Pool.LIVE, at_once=True)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    assert made.state == State.WAITING
    here(bob, T0 - timedelta(minutes=7))
    said = refusal(409, lambda: accept(ada, made.pk, now=T0))
    assert said == "bob is not on the site now: a live game needs you both."
    here(bob, T0 - timedelta(minutes=4))
    game = accept(ada, made.pk, now=T0).game
    assert game is not None
    assert (game.live, game.pace) == (True, LIVE[1].to_json())


def test_a_live_challenge_runs_out_without_harm() -> None:
    _ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    for _twice in range(2):
        mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert (made.state, made.ended_at) == (State.EXPIRED, T0 + 3 * DAY)
    assert order(Pool.LIVE) == "ada bob"
    told = Nudge.objects.get(what="news")
    assert (told.user, told.data["about"]["said"]) == (bob, "expired")


def test_only_a_live_challenge_can_be_declined() -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    refusal(403, lambda: decline(bob, made.pk))
    for _twice in range(2):
        decline(ada, made.pk, now=T0)
    assert Challenge.objects.get().state == State.DECLINED
    refusal(409, lambda: accept(ada, made.pk))
    places.join(ada, Pool.DAYS)
    places.join(bob, Pool.DAYS)
    other = challenge(bob, Pool.DAYS, "ada")
    refusal(409, lambda: decline(ada, other.pk))


def test_withdrawing_what_waits() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    refusal(403, lambda: withdraw(ada, made.pk))
    refusal(403, lambda: accept(bob, made.pk))
    refusal(404, lambda: withdraw(bob, 0))
    for _twice in range(2):
        withdraw(bob, made.pk, now=T0)
    refusal(409, lambda: accept(ada, made.pk))
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0 + DAY))
    assert said.startswith("You have challenged them lately: again from 5 March")
    assert challenge(bob, Pool.DAYS, "ada", now=T0 + 3 * DAY).state == State.WAITING


def test_a_running_challenge_is_not_withdrawn() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = playing(bob, ada)
    refusal(409, lambda: withdraw(bob, made.pk))


def test_what_has_lost_its_sense_is_dropped() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    waits = challenge(eve, Pool.DAYS, "bob", now=T0)
    end(playing(eve, ada), eve)
    refusal(409, lambda: accept(bob, waits.pk))
    mind_the_ladders(T0 + DAY)
    waits.refresh_from_db()
    assert waits.state == State.EXPIRED


def test_who_blocks_meanwhile_does_not_play() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    Block.objects.create(user=ada, blocked=bob)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert made.state == State.EXPIRED
    assert not Game.objects.exists()


def test_who_is_barred_meanwhile_does_not_play() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    _bar(bob)
    refusal(409, lambda: accept(ada, made.pk, now=T0))
    other = challenge(eve, Pool.DAYS, "ada", now=T0)
    _bar(ada)
    refusal(403, lambda: accept(ada, other.pk, now=T0))
    refusal(403, lambda: places.join(ada, Pool.LIVE, now=T0))
    accept(ada, made.pk, now=T0 + DAY)


def test_the_task_runs_every_minute_and_one_failure_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["mind the ladders"]
    assert (entry["task"], entry["schedule"]) == ("games.tasks.mind_the_ladders", 60.0)
    _ada, bob, eve = on_ladder("ada", "bob", "eve")
    bad, good = challenge(bob, Pool.DAYS, "ada", now=T0), challenge(eve, Pool.DAYS, "bob", now=T0)
    start = challenges._start

    def fail(found: Challenge, now: datetime) -> None:
        if found == bad:
            raise RuntimeError("no luck")
        start(found, now)

    monkeypatch.setattr(challenges, "_start", fail)
    mind_the_ladders(T0 + 3 * DAY)
    good.refresh_from_db()
    assert good.state == State.RUNNING
    assert "no luck" in caplog.text


# --- who goes first ---


def test_the_challenged_goes_first_and_then_they_take_turns() -> None:
    ada, bob = on_ladder("ada", "bob")
    first = []
    for number in range(3):
        now = T0 + number * 20 * DAY
        made = playing(rung_at(2), rung_at(1), now=now)
        assert made.game is not None
        seat = made.game.seats.get(number=1 - made.game.second_side)
        first.append(seat.user)
        end(made, made.challenger.user, now=now + DAY)
    assert first == [ada, bob, ada]


@pytest.mark.parametrize("winner", ["ada", "bob"])
def test_a_challenger_who_goes_first_wins_and_loses_like_any_other(winner: str) -> None:
    ada, bob = on_ladder("ada", "bob")
    end(playing(bob, ada), None)
    again = playing(bob, ada, now=T0 + 20 * DAY)
    assert again.challenger_first
    assert again.game is not None
    assert again.game.seats.get(number=1 - again.game.second_side).user == bob
    end(again, ada if winner == "ada" else bob, now=T0 + 21 * DAY)
    assert order() == ("ada bob" if winner == "ada" else "bob ada")


def rung_at(place: int) -> User:
    user = Rung.objects.get(ladder=Pool.DAYS, place=place).user
    assert user is not None
    return user


# --- why not ---


def _away(user: User) -> None:
    Absence.objects.create(user=user, start=T0 - DAY, end=T0 + 2 * DAY)


def _blocks(one: User, two: User) -> None:
    Block.objects.create(user=one, blocked=two)


def _bar(user: User) -> None:
    ModerationAction.objects.create(player=user, what=What.BAR, until=T0 + DAY)


def _met(one: User, two: User, days_ago: int) -> None:
    end(playing(one, two, now=T0 - 20 * DAY), two, now=T0 - days_ago * DAY)


CAN_NOT = "Can't play rated games now."
Case = Callable[[dict[str, User]], object]
CASES: dict[str, tuple[str, Case, str]] = {
    "too far": ("max", lambda p: None, "Too far above you: from your place you reach place 3."),
    "below": ("ada", lambda p: None, "Below you"),
    "vacation": ("bob", lambda p: _away(p["bob"]), "On vacation until Wednesday 12:00."),
    "own vacation": ("bob", lambda p: _away(p["eve"]), "You are on vacation until"),
    "I block": ("bob", lambda p: _blocks(p["eve"], p["bob"]), "You two do not play each other."),
    "blocks me": ("bob", lambda p: _blocks(p["bob"], p["eve"]), "You two do not play each other."),
    "running": ("bob", lambda p: playing(p["eve"], p["bob"]), ""),
    "met": ("bob", lambda p: _met(p["eve"], p["bob"], 13), "You two have met lately: again from"),
    "long ago": ("bob", lambda p: _met(p["eve"], p["bob"], 14), ""),
    "closed": (
        "bob",
        lambda p: User.objects.filter(pk=p["bob"].pk).update(is_active=False),
        CAN_NOT,
    ),
    "barred": ("bob", lambda p: _bar(p["bob"]), CAN_NOT),
    "barred myself": ("bob", lambda p: _bar(p["eve"]), bans.sentence(T0 + DAY)),
}


@pytest.mark.parametrize("case", CASES)
def test_why_somebody_can_not_be_challenged(case: str) -> None:
    people = dict(zip(NAMES, on_ladder(*NAMES, now=T0 - 30 * DAY), strict=True))
    name, prepare, expected = CASES[case]
    prepare(people)
    one, other = {
        "too far": ("max", "bob"),
        "below": ("ada", "bob"),
    }.get(case, ("eve", name))
    if expected:
        said = refusal(409, lambda: challenge(people[one], Pool.DAYS, other, now=T0))
        assert said.startswith(expected)
    else:
        assert challenge(people[one], Pool.DAYS, other, now=T0).state in State.values


def test_one_makes_two_challenges_and_gets_two() -> None:
    _ada, _bob, eve, kim, lea, _max = on_ladder(*NAMES)
    challenge(kim, Pool.DAYS, "eve", now=T0)
    challenge(kim, Pool.DAYS, "bob", now=T0)
    said = refusal(409, lambda: challenge(kim, Pool.DAYS, "ada", now=T0))
    assert said == "You have made 2 challenges: one of them must be over before the next."
    challenge(lea, Pool.DAYS, "bob", now=T0)
    said = refusal(409, lambda: challenge(eve, Pool.DAYS, "bob", now=T0))
    assert said == "Has as many challenges as one may get at a time."


def test_who_is_challenged_does_not_challenge_back() -> None:
    _ada, bob, _eve, kim = on_ladder("ada", "bob", "eve", "kim")
    playing(kim, bob)
    places.move(bob, rung(bob).pk, 4, "a test of the rules", now=T0)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "kim", now=T0))
    assert said == "You two are playing."


def test_who_has_left_and_returned_finishes_the_game_first() -> None:
    ada, bob = on_ladder("ada", "bob")
    playing(bob, ada)
    places.leave(bob, Pool.DAYS, now=T0)
    places.join(bob, Pool.DAYS, now=T0)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0))
    assert said == "You two are playing."


def test_strangers_challenge_nobody() -> None:
    ada, _bob = on_ladder("ada", "bob")
    refusal(409, lambda: challenge(player("eve"), Pool.DAYS, "ada"))
    refusal(404, lambda: challenge(ada, Pool.DAYS, "eve"))
    refusal(404, lambda: challenge(ada, "solo", "bob"))
    refusal(409, lambda: challenge(ada, Pool.DAYS, "ada"))


# --- staying away ---


def test_who_is_not_on_the_site_for_sixty_days_leaves() -> None:
    now = timezone.now()
    ada, bob, eve, kim = on_ladder("ada", "bob", "eve", "kim", now=now - 61 * DAY)
    here(bob, now - 59 * DAY)
    User.objects.filter(pk=eve.pk).update(last_login=now - DAY)
    made = playing(kim, eve, now=now - 61 * DAY)
    assert made.game is not None
    made.game.seats.filter(user=kim).update(seen_at=now - DAY)
    mind_the_ladders(now - 2 * DAY)
    assert order() == "ada bob eve kim"
    mind_the_ladders(now)
    assert order() == "bob eve kim"
    told = Nudge.objects.get(what="news")
    assert (told.user, told.data["about"]["said"]) == (ada, "absent")
    assert told.deliveries.filter(channel="mail").exists()
    assert Step.objects.get(rung__user=ada, after=None).why == Why.ABSENT
