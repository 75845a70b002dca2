"""Preferences, profile, export, deletion."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.notifications.models import BadAddress
from games.ratings.models import PlayerResult
from games.tables.models import Access, Game, Message, Seat, Status
from tests.support.browsing import log_in_freshly
from tests.support.factories import finished_game, player, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client: Client) -> User:
    """A player who is logged in."""
    user = player("ada")
    client.force_login(user)
    return user


def test_preferences_are_kept_and_used(client: Client, ada: User) -> None:
    wish = {"language": "fr", "time_zone": "Asia/Tokyo", "theme": "light", "about": "Bonjour"}
    wish |= {"sleep_from": "23:00", "sleep_to": "07:00", "effect_display": "both"}
    assert client.post(reverse("preferences"), wish).status_code == 302
    ada.refresh_from_db()
    kept = (ada.language, ada.time_zone, ada.theme, ada.about)
    assert kept == ("fr", "Asia/Tokyo", "light", "Bonjour")
    page = client.get(reverse("preferences")).content.decode()
    assert re.search(r'<html\s+lang="fr"\s+data-theme="light"', page)


def test_wrong_preferences_come_back_with_422(client: Client, ada: User) -> None:
    answer = client.post(reverse("preferences"), {"time_zone": "Mars/North", "theme": "dark"})
    assert answer.status_code == 422
    ada.refresh_from_db()
    assert ada.time_zone == "UTC"


def test_a_profile_shows_no_address(client: Client, ada: User) -> None:
    ben = player("ben", about="I like Terra")
    game = finished_game(ada, ben)
    page = client.get(reverse("profile", args=["BEN"])).content.decode()
    assert "I like Terra" in page
    assert game.get_absolute_url() in page
    assert "ben@example.org" not in page


def test_a_profile_shows_others_no_private_games(client: Client) -> None:
    game = finished_game(player("ada"), player("ben"), public=False)
    page = client.get(reverse("profile", args=["ben"])).content.decode()
    assert game.get_absolute_url() not in page


def test_a_profile_tells_others_nothing_of_private_games(client: Client) -> None:
    """Neither what was played there, nor that two players met."""
    ada, ben = player("ada"), player("ben")
    finished_game(ada, ben, rated=True, public=False)
    assert PlayerResult.objects.filter(user=ben).exclude(agents=[]).exists()
    profile, both = reverse("profile", args=["ben"]), reverse("compare", args=["ada", "ben"])
    for viewer in (None, player("eve"), ben):
        if viewer is not None:
            client.force_login(viewer)
        habits = client.get(profile).context["habits"]
        tally = client.get(both).context["tally"]
        own = viewer == ben
        assert (bool(habits.games), bool(habits.agents)) == (own, own)
        assert bool(tally.games) == own


def test_the_export_holds_my_things_and_nobody_elses(client: Client, ada: User) -> None:
    ben = player("ben")
    game = running_game(ada, ben, answers=8)
    Seat.objects.filter(user=ada).update(notes="my plan")
    Seat.objects.filter(user=ben).update(notes="his plan")
    Message.objects.create(game=game, author=ada, text="hello there")
    Message.objects.create(game=game, author=ben, text="hi yourself")
    log_in_freshly(client, ada)
    answer = client.get(reverse("export"))
    assert "attachment" in answer["Content-Disposition"]
    text = answer.content.decode()
    for mine in ("ada@example.org", "my plan", "hello there"):
        assert mine in text
    for other in ("his plan", "hi yourself", "ben@example.org", game.seed, '"hands"'):
        assert other not in text
    data = json.loads(text)
    own = game.moves.filter(seat=0).values_list("action", flat=True)
    assert [move["action"] for move in data["games"][0]["moves"]] == list(own)


def test_deleting_an_account_forgets_its_bad_address_and_no_other(
    client: Client, ada: User
) -> None:
    """A user who only claims an address does not make the site write to it again."""
    ben = player("ben")
    for user in (ada, ben):
        BadAddress.objects.create(address=user.email, why=BadAddress.Why.COMPLAINT)
    EmailAddress.objects.create(user=ada, email=ben.email, verified=False)
    User.objects.filter(pk=ada.pk).update(email=ben.email)
    log_in_freshly(client, ada)
    client.post(reverse("delete_account"), {"name": "ada"})
    assert not User.objects.filter(username="ada").exists()
    assert [bad.address for bad in BadAddress.objects.all()] == [ben.email]


def test_deleting_an_account_resigns_and_leaves_the_others_their_games(
    client: Client, ada: User
) -> None:
    ben = player("ben")
    running = running_game(ada, ben)
    over = finished_game(ada, ben)
    mine = create_table(ada, Wish(others=(ben,), access=Access.INVITED))
    theirs = create_table(ben, Wish(others=(ada,), access=Access.INVITED))
    log_in_freshly(client, ada)
    assert client.post(reverse("delete_account"), {"name": "ben"}).status_code == 422
    assert User.objects.filter(pk=ada.pk).exists()
    assert client.post(reverse("delete_account"), {"name": "ada"}).status_code == 302
    assert not User.objects.filter(username="ada").exists()
    assert client.get(reverse("preferences")).status_code == 302
    running.refresh_from_db()
    assert (running.status, running.winner, running.ending) == (Status.FINISHED, 1, "resignation")
    for game in (running, over):
        assert [seat.name for seat in game.seats.all()] == ["gone", "ben"]
    statuses = Game.objects.filter(pk__in=(mine.pk, theirs.pk)).values_list("status", flat=True)
    assert set(statuses) == {Status.CANCELLED}
    assert Seat.objects.filter(game=theirs).count() == 2
