"""What every page shows, and small things that lists need."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.apps import apps
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.navigation import Tab
from engine.bots import FOR_BEGINNERS
from games.pages.models import SiteAnnouncement
from games.tables import selectors, time_words
from games.tables.models import BOT_STRENGTHS

register = template.Library()


@register.simple_tag
def announcements() -> Iterable[str]:
    """Return the lines to show to everybody now; asked of the database once a minute."""
    shown = cache.get("announcements")
    if shown is None:
        now = timezone.now()
        lines = SiteAnnouncement.objects.filter(shown_from__lte=now, shown_until__gt=now)
        shown = list(lines.order_by("shown_from").values_list("text", flat=True))
        cache.set("announcements", shown, 60)
    return list(shown)


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
    return selectors.playing(user)


def ranked_tabs() -> list[Tab]:
    """Return the tabs of the pages called *Ranked*, which the apps declare as `ranked_tab`."""
    tabs = (getattr(config, "ranked_tab", None) for config in apps.get_app_configs())
    return [tab for tab in tabs if tab is not None]


@register.simple_tag(takes_context=True)
def ranked_links(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the links of the tabs *Ranked*: `path`, `label`, and `current` for the open one."""
    route = context["request"].resolver_match.route
    return [
        {"path": reverse(tab.url), "label": tab.label, "current": _is_below(tab, route)}
        for tab in ranked_tabs()
    ]


def _is_below(tab: Tab, route: str | None) -> bool:
    """Whether a route begins like the path of a tab: "ladder/<str:pool>/" like "/ladder/"."""
    return (route or "").partition("/")[0] == reverse(tab.url).split("/")[1]


@register.filter
def is_soon(deadline: datetime | None) -> bool:
    """Whether a deadline is less than twelve hours away."""
    return deadline is not None and deadline - timezone.now() < timedelta(hours=12)


@register.filter
def span(seconds: int) -> str:
    """Return a time in words."""
    return time_words.span(seconds)


@register.filter
def area(route: str | None) -> str:
    """Return "ranked" on the pages of the tabs *Ranked*."""
    return "ranked" if any(_is_below(tab, route) for tab in ranked_tabs()) else ""
