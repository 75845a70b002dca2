"""Guests come from an address only so often, and those who stay away are removed."""

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import closing
from accounts.closing import remove_stale_guests
from accounts.models import User
from accounts.services import create_guest
from accounts.tasks import remove_stale_guests as task
from games.tables.models import Game, Status
from tests.support.factories import finished_game, guest, player, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_ago() -> datetime:
    return timezone.now() - timedelta(days=61)


def stay_away(user: User, since: datetime) -> None:
    """A user has not been seen since then."""
    User.objects.filter(pk=user.pk).update(date_joined=since, last_login=since)
    UserSession.objects.filter(user=user).update(last_seen_at=since)


def test_a_guest_who_stayed_away_is_removed_with_what_runs(long_ago: datetime) -> None:
    away = guest()
    running = running_game(away, "noisy", answers=5)
    over = finished_game(away, "noisy")
    stay_away(away, long_ago)
    assert remove_stale_guests() == 1
    assert remove_stale_guests() == 0
    assert not User.objects.exists()
    assert not Game.objects.filter(pk=running.pk).exists()
    assert [seat.name for seat in over.seats.all()] == ["gone", "Bot Moon"]
    assert over.moves.count() == over.seq


def test_it_runs_as_a_task(long_ago: datetime) -> None:
    stay_away(guest(), long_ago)
    task()
    assert not User.objects.exists()


def test_a_guest_who_came_back_stays(client: Client, long_ago: datetime) -> None:
    client.post(reverse("play_a_bot"))
    client.get(reverse("home"))
    stay_away(User.objects.get(), long_ago)
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=59))
    assert remove_stale_guests() == 0
    assert Game.objects.get().status == Status.RUNNING


def test_a_guest_of_yesterday_stays() -> None:
    guest()
    assert remove_stale_guests() == 0


def test_the_days_are_a_setting(settings: Settings, long_ago: datetime) -> None:
    stay_away(guest(), long_ago)
    settings.GUEST_DAYS = 62
    assert remove_stale_guests() == 0


def test_nobody_with_an_account_is_removed(long_ago: datetime) -> None:
    ada, ben = player("ada"), player("ben")
    running_game(ada, "noisy")
    User.objects.filter(pk=ben.pk).update(is_guest=True)  # a slip in the admin
    root = User.objects.create(username="root", is_guest=True, is_staff=True)
    for user in (ada, ben, root):
        stay_away(user, long_ago)
    assert remove_stale_guests() == 0


def test_a_guest_who_never_confirmed_the_address_is_removed(long_ago: datetime) -> None:
    away = guest("ada")
    EmailAddress.objects.create(user=away, email="ada@example.org", verified=False)
    stay_away(away, long_ago)
    assert remove_stale_guests() == 1
    assert not EmailAddress.objects.exists()


def test_a_game_with_a_person_is_resigned_not_deleted(long_ago: datetime) -> None:
    ben, away = player("ben"), player("eve")
    game = running_game(away, ben)
    EmailAddress.objects.filter(user=away).delete()
    User.objects.filter(pk=away.pk).update(is_guest=True)
    stay_away(away, long_ago)
    assert remove_stale_guests() == 1
    game.refresh_from_db()
    assert (game.status, game.winner) == (Status.FINISHED, 1)


def test_a_guest_who_signs_up_meanwhile_stays(
    long_ago: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = [guest("Guest-1"), guest("Guest-2")]
    for one in guests:
        stay_away(one, long_ago)
    delete = closing.delete_account

    def while_the_other_signs_up(user: User) -> None:
        User.objects.exclude(pk=user.pk).update(is_guest=False)
        delete(user)

    monkeypatch.setattr(closing, "delete_account", while_the_other_signs_up)
    assert remove_stale_guests() == 1
    assert User.objects.count() == 1


def test_a_session_lasts_from_the_last_visit_on(client: Client) -> None:
    client.post(reverse("play_a_bot"))
    soon = timezone.now() + timedelta(days=1)
    Session.objects.update(expire_date=soon)
    client.get(reverse("home"))
    assert Session.objects.get().expire_date == soon, "once a day is enough"
    User.objects.update(last_login=timezone.now() - timedelta(days=2))
    client.get(reverse("home"))
    assert Session.objects.get().expire_date > soon


def test_a_guest_is_named_after_a_comet_with_a_number_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = iter([412, 412, 9031])
    monkeypatch.setattr("accounts.services.secrets.randbelow", lambda _most: next(numbers))
    assert [create_guest().username, create_guest().username] == ["Comet 412", "Comet 9031"]
