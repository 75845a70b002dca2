"""The page about privacy lists what is stored: compared with the models, and with real cookies."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.db.models import CASCADE, EmailField, GenericIPAddressField, Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.closing import forget_sessions
from accounts.models import User
from common.disclosures import COOKIES, STORED, StoredData
from games.pages.models import SiteAnnouncement
from tests.support.browsing import text
from tests.support.cookies import CookieBrowser
from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db

DISCLOSED = {label: data for data in STORED.values() for label in data.models}
NEVER_WRITTEN = {
    "accounts.User_groups",
    "accounts.User_user_permissions",
    "oauth2_provider.AccessToken",
    "oauth2_provider.Application",
    "oauth2_provider.DeviceGrant",
    "oauth2_provider.IDToken",
    "oauth2_provider.RefreshToken",
}
"""Tables of libraries without people, or without rows (`games.api.oauth`)."""


def people_in(model: type[Model]) -> list[Any]:
    """Return the fields of a model that lead to a person."""
    return [
        field
        for field in (*model._meta.local_fields, *model._meta.local_many_to_many)
        if field.related_model is User or isinstance(field, EmailField | GenericIPAddressField)
    ]


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label)
def test_every_model_with_a_person_is_disclosed(model: type[Model]) -> None:
    label = model._meta.label
    if label == "oauth2_provider.Grant" and not apps.is_installed("games.api"):
        pytest.skip("without the API no row of it is written")
    if people_in(model) and label not in NEVER_WRITTEN:
        assert label in DISCLOSED


@pytest.mark.parametrize("data", STORED.values(), ids=lambda data: data.models[0])
def test_what_outlives_an_account_is_said(data: StoredData) -> None:
    """A foreign key that cascades ends with the account, any other one does not."""
    models = [apps.get_model(label) for label in data.models]
    stays = any(
        field.remote_field.on_delete is not CASCADE
        for model in models
        for field in model._meta.local_fields
        if field.related_model is User
    )
    assert data.outlives_account == stays


def test_the_page_lists_all_of_it(client: Client) -> None:
    page = text(client, "privacy")
    for data in STORED.values():
        assert str(data.what) in page
        assert data.kept in page
    for cookie in COOKIES.values():
        assert f"{cookie.name} : {cookie.purpose}" in page


def test_cookies_of_what_people_do() -> None:
    """Each is in the list, and lasts no longer. `test_answers_kept` looks at every address.

    A visitor reads, chooses a language, closes an announcement, plays and logs in.
    """
    player("bob")
    shown = SiteAnnouncement.objects.create(
        text="Hello", shown_until=timezone.now() + timedelta(days=1)
    )
    visitor, newcomer = CookieBrowser(), CookieBrowser()
    for page in ("home", "lobby", "account_signup", "privacy"):
        visitor.get(reverse(page))
    visitor.post(reverse("set_language"), {"language": "de"})
    visitor.post(reverse("close_announcement", args=[shown.pk]))
    visitor.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})
    visitor.get(reverse("preferences"))
    newcomer.post(reverse("play_a_bot"), {"bot": "noisy"})
    newcomer.get(reverse("home"))
    wanted = {"csrftoken", "sessionid", "device", "django_language", "closed_announcements"}
    assert wanted - visitor.met == set()
    assert "sessionid" in newcomer.met
    assert "device" not in newcomer.met, "guests play no rated games"


def test_addresses_of_sessions_are_kept_no_longer_than_said() -> None:
    ada, now = player("ada"), timezone.now()
    lasts = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    for key, at in (("old", now - lasts - timedelta(days=2)), ("new", now - lasts)):
        UserSession.objects.create(
            user=ada, session_key=key, ip="192.0.2.7", user_agent="x", last_seen_at=at
        )
    forget_sessions(now)
    assert [*UserSession.objects.values_list("session_key", flat=True)] == ["new"]
    assert DISCLOSED["usersessions.UserSession"].days == lasts.days + 1
