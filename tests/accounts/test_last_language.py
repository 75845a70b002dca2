"""The language of mails of users who read the browser's: the one that it asked for last."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.support.factories import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada", language="")


def visit(user: User, language: str | None) -> str:
    client = Client()
    client.force_login(user)
    headers = {} if language is None else {"Accept-Language": language}
    client.get("/symbols/", headers=headers)
    user.refresh_from_db()
    return user.reads


def test_mails_come_in_the_language_of_the_last_visit(ada: User) -> None:
    assert ada.reads == "en"
    assert visit(ada, "de-AT, en;q=0.5") == "de"
    assert visit(ada, None) == "de"  # a client that asks for none says nothing


def test_another_language_is_noted_once_an_hour(ada: User) -> None:
    visit(ada, "de")
    assert visit(ada, "fr") == "de"
    for cache in caches.all():
        cache.clear()
    assert visit(ada, "fr") == "fr"


def test_the_chosen_language_comes_first(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(language="fr", last_language="de")
    assert visit(ada, "de") == "fr"
    assert ada.last_language == "de"


def test_the_same_language_is_not_written_again(ada: User) -> None:
    visit(ada, "de")
    for cache in caches.all():
        cache.clear()
    with CaptureQueriesContext(connection) as queries:
        visit(ada, "de")
    assert not [each for each in queries if 'SET "last_language"' in each["sql"]]
