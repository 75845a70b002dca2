"""Visitors: what they have done is in a cookie, and moves to the session of their account."""

import pytest
from django.contrib.sessions.models import Session
from django.core import signing
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from common.session_store import VISITORS_FOR
from common.visitors import COOKIE, LARGEST, VisitorSessionMiddleware, in_cookie
from games.learning.tutorials import TUTORIALS
from tests.support.browsing import visitor_of
from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db

KEY = in_cookie("lessons")


def begin_lesson(client: Client) -> None:
    """Read the first step of the first lesson."""
    tutorial = next(iter(TUTORIALS.values()))
    args = [tutorial.key, tutorial.chapters[0].key]
    client.post(reverse("lesson_next", args=args), {"step": "0"})


def test_a_visitor_makes_no_row(client: Client) -> None:
    begin_lesson(client)
    assert not Session.objects.exists()
    assert set(visitor_of(client)) == {KEY}
    assert client.cookies[COOKIE]["httponly"]


def test_it_moves_to_the_session_of_a_user_who_logs_in(client: Client) -> None:
    player("ada")
    begin_lesson(client)
    lessons = visitor_of(client)[KEY]
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.get(reverse("learn"))
    assert client.session[KEY] == lessons
    assert not client.cookies[COOKIE].value


def test_it_moves_to_a_guest(client: Client) -> None:
    begin_lesson(client)
    lessons = visitor_of(client)[KEY]
    client.post(reverse("play_a_bot"))
    assert User.objects.get().is_guest
    client.get(reverse("learn"))
    assert client.session[KEY] == lessons
    assert not client.cookies[COOKIE].value


def test_a_row_of_before_becomes_a_cookie(client: Client) -> None:
    session = client.session
    session[KEY] = {"first-game": {"done": ["influence"]}}
    session.save()
    begin_lesson(client)
    assert not Session.objects.exists()
    assert visitor_of(client)[KEY]["first-game"]["done"] == ["influence"]


def test_an_invented_cookie_is_none(client: Client) -> None:
    client.cookies[COOKIE] = signing.dumps({KEY: {}}, salt="another")
    assert client.get(reverse("learn")).status_code == 200
    client.cookies[COOKIE] = "nonsense"
    assert client.get(reverse("learn")).status_code == 200


def test_what_no_cookie_holds_is_in_a_row_for_a_day() -> None:
    """So are the steps of a sign-up or of a log-in: a visitor can read a signed cookie."""
    middleware = VisitorSessionMiddleware(lambda request: HttpResponse())
    for name, value in ((KEY, list(map(str, range(LARGEST)))), ("secret", "of a log-in")):
        request = RequestFactory().get("/")
        middleware.process_request(request)
        request.session[name] = value
        response = middleware.process_response(request, HttpResponse())
        assert COOKIE not in response.cookies
        assert response.cookies["sessionid"]["max-age"] == VISITORS_FOR
    assert Session.objects.count() == 2
