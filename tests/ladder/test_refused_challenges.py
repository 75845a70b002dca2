"""Challenges that are refused, and the sentence that says why."""

from collections.abc import Callable

import pytest

from accounts.blocking import block
from accounts.models import Absence, User
from games.fairplay import bans
from games.ladder import places
from games.ladder.challenges import challenge
from games.ladder.models import ChallengeState
from games.ratings.models import Pool
from tests.ladder.ladders import DAY, T0, bar, end, on_ladder, playing, rung
from tests.support.factories import player, refusal

pytestmark = pytest.mark.django_db

NAMES = ("ada", "bob", "eve", "kim", "lea", "max")


def _away(user: User) -> None:
    Absence.objects.create(user=user, start=T0 - DAY, end=T0 + 2 * DAY)


def _met(one: User, two: User, days_ago: int) -> None:
    end(playing(one, two, now=T0 - 20 * DAY), two, now=T0 - days_ago * DAY)


Case = Callable[[dict[str, User]], object]
CASES: dict[str, tuple[str, Case, str]] = {
    "too far": (
        "max",
        lambda p: None,
        "Too far above you: you can challenge",
    ),
    "below": ("ada", lambda p: None, "Below you"),
    "vacation": ("bob", lambda p: _away(p["bob"]), "On vacation until Wednesday 12:00."),
    "own vacation": ("bob", lambda p: _away(p["eve"]), "You're on vacation until"),
    "I block": ("bob", lambda p: block(p["eve"], p["bob"], True), ""),
    "blocks me": ("bob", lambda p: block(p["bob"], p["eve"], True), ""),
    "running": ("bob", lambda p: playing(p["eve"], p["bob"]), ""),
    "met": ("bob", lambda p: _met(p["eve"], p["bob"], 13), "You played each other recently."),
    "long ago": ("bob", lambda p: _met(p["eve"], p["bob"], 14), ""),
    "barred": ("bob", lambda p: bar(p["bob"]), ""),
    "barred myself": ("bob", lambda p: bar(p["eve"]), bans.sentence(T0 + DAY)),
}


@pytest.mark.parametrize("case", CASES)
def test_why_a_player_can_not_be_challenged(case: str) -> None:
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
        assert challenge(people[one], Pool.DAYS, other, now=T0).state in ChallengeState.values


@pytest.mark.parametrize(("pool", "most"), [(Pool.DAYS, 3), (Pool.LIVE, 2)])
def test_the_number_of_challenges_is_limited(pool: str, most: int) -> None:
    people = on_ladder(*(f"p{place}" for place in range(1, 21)), pool=pool)
    for place in range(15, 15 + most):
        challenge(people[-1], pool, f"p{place}", now=T0)
    said = refusal(409, lambda: challenge(people[-1], pool, "p19", now=T0))
    assert said.startswith(f"You have {most} open challenges.")
    for place in range(20 - most, 19):
        challenge(people[place - 1], pool, "p15", now=T0)
    said = refusal(409, lambda: challenge(people[18], pool, "p15", now=T0))
    assert said == "Already has the maximum number of challenges."


def test_a_player_who_is_challenged_does_not_challenge_back() -> None:
    _ada, bob, _eve, kim = on_ladder("ada", "bob", "eve", "kim")
    playing(kim, bob)
    places.move(kim, rung(bob).pk, 4, "a test of the rules", now=T0)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "kim", now=T0))
    assert said == "You are already playing each other."


def test_a_player_who_has_left_and_returned_finishes_the_game_first() -> None:
    ada, bob = on_ladder("ada", "bob")
    playing(bob, ada)
    places.leave(bob, Pool.DAYS, now=T0)
    places.join(bob, Pool.DAYS, now=T0)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0))
    assert said == "You are already playing each other."


def test_strangers_challenge_no_player() -> None:
    ada, _bob = on_ladder("ada", "bob")
    refusal(409, lambda: challenge(player("eve"), Pool.DAYS, "ada"))
    refusal(404, lambda: challenge(ada, Pool.DAYS, "eve"))
    refusal(404, lambda: challenge(ada, "solo", "bob"))
    refusal(409, lambda: challenge(ada, Pool.DAYS, "ada"))
