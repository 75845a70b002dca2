"""Time on the home page: the least usable time first, in few queries."""

from datetime import time

import pytest
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.clock import Pace, a_turn_in
from games.clock.moments import HOUR
from games.lobby.services.opening import Wish, create_table
from games.tables import occasions
from games.tables.models import Access
from games.tables.timekeeping.absences import plan_absence
from tests.support.factories import running_game
from tests.tables.page.pages import signed_in
from tests.tables.time_pages.pages import ONE_DAY, ONE_HOUR, T0, menu, read, text_of, turn_of

pytestmark = pytest.mark.django_db


def test_home_shows_the_least_usable_time_first(ada: User, bob: User) -> None:
    """A user's own deadline counts; other players can have an earlier one in the same game."""
    ada.sleep_from, ada.sleep_to = time(20), time(8)
    ada.save()
    both = running_game(ada, bob, pace=a_turn_in(1), now=T0)
    half = turn_of(ada, bob, pace=Pace(18 * HOUR, 18 * HOUR, 18 * HOUR))
    none = turn_of(ada, bob, pace=None)
    assert both.deadline == T0 + ONE_DAY
    assert half.deadline == T0 + 30 * ONE_HOUR
    response = signed_in(ada).get(reverse("home"))
    assert [card.game for card in response.context["turn"]] == [half, both, none]
    page_text = text_of(response)
    assert "until tomorrow 18:00 1 day 6 hours left" in page_text
    assert "until Wednesday 12:00 2 days left" in page_text


def test_a_turn_of_14_days_is_one_figure_on_all_pages(ada: User, bob: User) -> None:
    """Sleep hours extend it to 21 days on the calendar."""
    ada.sleep_from, ada.sleep_to = time(0), time(8)
    ada.save()
    game = turn_of(ada, bob, pace=a_turn_in(14))
    home = text_of(signed_in(ada).get(reverse("home")))
    uncounted = "7 days of it are sleep hours and days off, which don't count."
    for page_text in (home, read(ada, game)):
        assert "21 days left" in page_text
    assert uncounted in read(ada, game)
    markup = signed_in(ada).get(reverse("home")).content.decode()
    assert f'title="{escape(uncounted)}"' in markup
    for page_text in (home, menu(ada, game)):
        assert "Sleep hours and days off don't count." in page_text
        assert " 14 days left" not in page_text


def test_home_needs_nine_queries_and_one_a_contest_with_absences(
    ada: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    plan_absence(bob, T0, T0 + ONE_DAY, now=T0)
    for _ in range(3):
        turn_of(ada, bob)
        create_table(bob, Wish(others=(ada,), access=Access.INVITED))
    client = signed_in(ada)
    client.get(reverse("home"))  # the first look of a day writes that down
    with django_assert_max_num_queries(9 + len(occasions.registered())):
        assert "bob: away until" in text_of(client.get(reverse("home")))
