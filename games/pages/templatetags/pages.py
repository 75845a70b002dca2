"""What every page shows, and small things that lists need."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone

from engine.bots import FOR_BEGINNERS
from games.pages.announcements import AnnouncementLine, closed_in, current
from games.tables import selectors, time_words
from games.tables.models import BOT_STRENGTHS

register = template.Library()


@register.simple_tag(takes_context=True)
def announcements(context: dict[str, Any]) -> list[AnnouncementLine]:
    """Return the announcements that the reader has not closed."""
    closed = closed_in(context["request"])
    return [line for line in current() if str(line.pk) not in closed]


@register.simple_tag
def bots() -> list[dict[str, Any]]:
    """Return the bots to choose from, the weakest first: `key`, `about`, `first` to be offered."""
    return [
        {"key": key, "about": about, "first": key == FOR_BEGINNERS}
        for key, about in BOT_STRENGTHS.items()
    ]


@register.simple_tag(takes_context=True)
def games_of(context: dict[str, Any]) -> selectors.Playing:
    """Return what the header says of the games of the page's user."""
    if "playing" in context:
        found: selectors.Playing = context["playing"]
        return found
    user = context.get("user")
    if user is None or not user.is_authenticated:
        return selectors.Playing()
    request = context["request"]
    if not hasattr(request, "playing"):  # the header and the bottom bar ask
        request.playing = selectors.playing(user)
    known: selectors.Playing = request.playing
    return known


@register.filter
def is_soon(deadline: datetime | None) -> bool:
    """Whether a deadline is less than twelve hours away."""
    return deadline is not None and deadline - timezone.now() < timedelta(hours=12)


@register.filter
def span(seconds: int) -> str:
    """Return a time in words."""
    return time_words.span(seconds)
