"""Challenges that come to nothing: both players hear of it."""

import pytest

from accounts.models import User
from games.ladder import places
from games.ladder.challenges import challenge, mind_the_ladders, withdraw
from games.ladder.models import Challenge, ChallengeState, Rung
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.ratings.models import Pool
from tests.ladder.ladders import DAY, T0, on_ladder, playing

pytestmark = pytest.mark.django_db


def told(user: User) -> list[str]:
    kinds = ["challenge_void", "challenge_withdrawn"]
    notifications = Notification.objects.filter(user=user, kind__in=kinds).order_by("pk")
    return [compose(notification, T0).headline for notification in notifications]


def test_a_challenge_that_places_make_void_is_told_to_both() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    places.move(eve, Rung.objects.get(user=ada).pk, 3, "test", now=T0)
    mind_the_ladders(T0 + DAY)
    mind_the_ladders(T0 + 2 * DAY)
    assert Challenge.objects.get(pk=made.pk).state == ChallengeState.EXPIRED
    for user in (ada, bob):
        [sentence] = told(user)
        assert sentence.startswith("bob's challenge to ada is void, because places have changed")
    assert told(eve) == []


@pytest.mark.parametrize("runs", [False, True], ids=["waiting", "running"])
@pytest.mark.parametrize("leaves", ["ada", "bob"])
def test_who_leaves_the_ladder_makes_challenges_void(leaves: str, *, runs: bool) -> None:
    ada, bob = on_ladder("ada", "bob")
    if runs:
        playing(bob, ada)
    else:
        challenge(bob, Pool.DAYS, "ada", now=T0)
    leaving, other = (ada, bob) if leaves == "ada" else (bob, ada)
    places.leave(leaving, Pool.DAYS, now=T0 + DAY)
    assert len(told(other)) == 1
    assert told(leaving) == []


def test_a_challenge_that_is_withdrawn_is_told_to_the_challenged() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    withdraw(bob, made.pk, now=T0)
    assert told(ada) == ["bob has withdrawn the challenge for your place."]
    assert told(bob) == []
