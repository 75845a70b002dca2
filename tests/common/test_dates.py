"""Dates in words."""

from datetime import date

from django.utils import translation

from common.templatetags.dates import full_date


def test_the_first_day_of_a_month_is_said_as_in_french() -> None:
    with translation.override("fr"):
        assert full_date(date(2027, 1, 1)) == "1er janvier 2027"
        assert full_date(date(2027, 1, 21)) == "21 janvier 2027"
    with translation.override("en"):
        assert full_date(date(2027, 1, 1)) == "1 January 2027"
