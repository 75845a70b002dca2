"""Template filter: the name of a session."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


@register.filter
def browser(user_agent: str) -> str:
    """Return "Firefox, Linux" for a user agent."""
    program = next((name for sign, name in BROWSERS if sign in user_agent), _("Unknown browser"))
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return f"{program}, {system}" if system else program
