"""Template tags for the navigation entries that apps declare."""

from django import template
from django.template import Context
from django.urls import reverse

from common import navigation
from common.navigation import Tab

register = template.Library()


@register.simple_tag
def start_links() -> list[dict[str, object]]:
    """Return the links to the pages where players get a game: `name`, `path`, `label`, `about`."""
    return [
        {"name": link.url, "path": reverse(link.url), "label": link.label, "about": link.about}
        for link in navigation.start_links()
    ]


@register.simple_tag(takes_context=True)
def ranked_links(context: Context) -> list[dict[str, object]]:
    """Return the links of the tabs *Ranked*: `path`, `label`, and `current` for the open one."""
    route = context["request"].resolver_match.route
    return [
        {"path": reverse(tab.url), "label": tab.label, "current": _is_below(tab, route)}
        for tab in navigation.ranked_tabs()
    ]


@register.filter
def area(route: str | None) -> str:
    """Return "ranked" on the pages of the tabs *Ranked*."""
    return "ranked" if any(_is_below(tab, route) for tab in navigation.ranked_tabs()) else ""


def _is_below(tab: Tab, route: str | None) -> bool:
    """Whether a route begins like the path of a tab: "ladder/<str:pool>/" like "/ladder/"."""
    return (route or "").partition("/")[0] == reverse(tab.url).split("/")[1]
