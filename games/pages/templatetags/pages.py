"""The announcements of the site's operators, for every page."""

from django import template
from django.template import Context

from games.pages.announcements import AnnouncementLine, closed_in, current

register = template.Library()


@register.simple_tag(takes_context=True)
def announcements(context: Context) -> list[AnnouncementLine]:
    """Return the announcements that the reader has not closed."""
    closed = closed_in(context["request"])
    return [line for line in current() if str(line.pk) not in closed]
