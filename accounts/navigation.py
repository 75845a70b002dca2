"""Navigation entries that apps declare in their `AppConfig`."""

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.utils.functional import Promise


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


def ranked_tabs() -> list[Tab]:
    """Return the tabs of the pages called *Ranked*."""
    return _declared("ranked_tab")


def start_links() -> list[StartLink]:
    """Return the links to the pages where players get a game."""
    return _declared("start_link")


def _declared(name: str) -> list[Any]:
    entries = (getattr(config, name, None) for config in apps.get_app_configs())
    return [entry for entry in entries if entry is not None]
