"""Which text a legal page shows: the operator's own one, or a default from a template."""

from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.legal.models import LegalPage


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text in the markup of `games.legal.markup`, and its language."""

    text: str
    language: str
    is_own: bool
    """Whether the operator has written it."""


def text_of(name: str, language: str) -> ShownText:
    """Return the text of a page, named by its kind, for a reader of a language.

    If the operator has written the page in other languages only, it is the first of them, in the
    order of LANGUAGES: the default may say what is not true of this site any more.
    """
    own = dict(LegalPage.objects.filter(kind=name).values_list("language", "text"))
    for code in (language, *(code for code, _name in settings.LANGUAGES)):
        if code in own:
            return ShownText(own[code], code, is_own=True)
    return ShownText(default_text(name, language), language, is_own=False)


def default_text(name: str, language: str) -> str:
    """Return the default text of a page in a language."""
    context = {
        "site": settings.SITE_URL,
        "contact": settings.CONTACT.removeprefix("mailto:").removeprefix("tel:"),
        "guest_days": settings.GUEST_DAYS,
        "reports_errors": bool(settings.SENTRY_DSN),
        "security": settings.SECURITY_CONTACT.removeprefix("mailto:").removeprefix("tel:"),
        **{route: settings.SITE_URL + reverse(route) for route in LINKED},
    }
    with translation.override(language):
        return render_to_string(f"legal/{name}.txt", context).strip()


LINKED = ("delete_account", "export", "imprint", "preferences", "privacy", "terms")
"""The names of the URL patterns that default texts link to."""
