"""Links and parts of pages that apps declare in their `AppConfig`.

By these a page has what comes from apps that its own app must not know.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.urls import reverse
from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Insert:
    """A template that is put into a place of another app's page; declared in `inserts`.

    `place`: the name that the page gives it in `{% inserts "place" %}`. The template sees the
    variables of the page. Several in one place come in the order of `INSTALLED_APPS`.
    """

    place: str
    template: str


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the pages called *Ranked*, declared as `ranked_tab`.

    `url`: the name of a URL pattern without arguments.
    """

    url: str
    label: str | Promise


@dataclass(frozen=True, slots=True)
class StartLink:
    """A page where players get a game, declared as `start_link`; linked wherever they look for one.

    `url`: the name of a URL pattern without arguments. `about`: what the page does, in a sentence.
    """

    url: str
    label: str | Promise
    about: str | Promise


@cache
def inserts(place: str) -> list[str]:
    """Return the names of the templates in a place."""
    declared = (insert for entries in _declared("inserts") for insert in entries)
    return [insert.template for insert in declared if insert.place == place]


def optional_url(name: str, *args: Any) -> str:
    """Return the path of a page that apps further down link to; empty if its app is missing.

    `name`: the name of a URL pattern that an app declares in `optional_urls`.
    """
    return reverse(name, args=args) if name in _optional_urls() else ""


@cache
def _optional_urls() -> set[str]:
    return {name for names in _declared("optional_urls") for name in names}


def ranked_tabs() -> list[Tab]:
    """Return the tabs of the pages called *Ranked*."""
    return _declared("ranked_tab")


def start_links() -> list[StartLink]:
    """Return the links to the pages where players get a game."""
    return _declared("start_link")


def _declared(name: str) -> list[Any]:
    entries = (getattr(config, name, None) for config in apps.get_app_configs())
    return [entry for entry in entries if entry is not None]
