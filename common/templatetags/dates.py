"""The filter of dates in words."""

from datetime import date

from django import template
from django.utils.formats import date_format
from django.utils.translation import get_language

register = template.Library()


@register.filter
def full_date(day: date) -> str:
    """Return a date in words; in French the first of a month is “1er”, which no format can say."""
    words = date_format(day, "DATE_FORMAT")
    if day.day == 1 and get_language() == "fr":
        return words.replace("1 ", "1er ", 1)
    return words
