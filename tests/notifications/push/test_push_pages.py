"""Browsers that get pushes: in the settings and the export, and what a log-out from afar ends."""

from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.export import export
from games.notifications.push.browsers import BROWSER
from games.notifications.push.models import PushSubscription
from tests.support.browsing import log_in_freshly
from tests.support.factories import PASSWORD

pytestmark = pytest.mark.django_db


def test_the_settings_have_a_part_for_them(client: Client, ada: User) -> None:
    log_in_freshly(client, ada)
    page = client.get("/notifications/")
    assert 'id="push"' in page.content.decode()
    [test] = [test for test in page.context["tests"] if test["channel"].key == "push"]
    assert test["where"] == ""


def test_browsers_that_a_new_password_shuts_out_get_no_pushes(client: Client, ada: User) -> None:
    there = Client()
    log_in_freshly(there, ada)
    there.get(reverse("home"))
    session = there.session
    session[BROWSER] = "there"
    session.save()
    PushSubscription.objects.create(user=ada, endpoint="https://push.example/", session="there")
    log_in_freshly(client, ada)
    new = {
        "oldpassword": PASSWORD,
        "password1": "another horse 17",
        "password2": "another horse 17",
    }
    client.post(reverse("account_change_password"), new)
    assert not UserSession.objects.filter(session_key=session.session_key).exists()
    assert not PushSubscription.objects.awake().exists()


def test_the_export_has_no_secret_and_an_account_takes_them_along(ada: User) -> None:
    PushSubscription.objects.create(
        user=ada,
        endpoint="https://push.example/secret",
        p256dh="secret key",
        auth="secret word",
        browser="Fox",
        device="secret device",
        session="secret session",
    )
    kept: Any = export(ada)
    [exported] = kept["browsers"]
    assert exported["browser"] == "Fox"
    assert "secret" not in str(exported)
    User.objects.filter(pk=ada.pk).delete()
    assert not PushSubscription.objects.exists()
