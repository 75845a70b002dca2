"""Navigation entries that apps declare in their `AppConfig`."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab: the name of a URL pattern without arguments, and its label."""

    url: str
    label: str | Promise
