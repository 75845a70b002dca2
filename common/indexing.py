"""Pages for search engines: the sections of the sitemap, and addresses that name a language.

A subject lists its plain pages as `indexed_pages` in its `AppConfig`, and pages of objects as a
section in its `sitemap.py`. Without an app that shows the sitemap, nothing of it is used.
"""

from functools import cache
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from django.apps import apps
from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from common.registry import Registry

LANGUAGE = "lang"
"""The parameter of an address that names the language of a page, for readers without an account."""
A_FILE = 1000
"""Most addresses in a file of the sitemap."""


class IndexedPages(Sitemap):
    """A section of the sitemap: the pages of the objects behind one URL pattern."""

    route: ClassVar[str]
    """The name of the URL pattern, whose one argument is the object's key."""
    variable: ClassVar[str]
    """The variable of the page's template that holds the object."""
    limit = A_FILE
    protocol = urlsplit(settings.SITE_URL).scheme

    def key(self, item: Any) -> object:
        """Return the argument of an object's address."""
        return item.pk

    def location(self, item: Any) -> str:
        """Return the path of an object's page."""
        return reverse(self.route, args=[self.key(item)])

    def wants(self, item: Any) -> bool:
        """Whether the page of an object is for search engines: whether `items` can have it."""
        raise NotImplementedError

    def get_domain(self, site: Any = None) -> str:
        """Return the host of SITE_URL, whatever host the request names."""
        return urlsplit(settings.SITE_URL).netloc


class PlainPages(IndexedPages):
    """The section of the pages without arguments, which apps declare as `indexed_pages`."""

    def items(self) -> list[str]:
        """Return the names of their URL patterns."""
        return plain_pages()

    def location(self, item: str) -> str:
        """Return the path of a page."""
        return reverse(item)


SECTIONS: Registry[type[IndexedPages]] = Registry("sections of the sitemap")
SECTIONS.add("pages", PlainPages)


def register(section: type[IndexedPages]) -> type[IndexedPages]:
    """Add a section to the sitemap; a decorator."""
    SECTIONS.add(section.route, section)
    return section


@cache
def plain_pages() -> list[str]:
    """Return the names of the URL patterns that apps declare as `indexed_pages`."""
    declared = (getattr(config, "indexed_pages", ()) for config in apps.get_app_configs())
    return [name for names in declared for name in names]


def is_indexed(route: str, variables: Any) -> bool:
    """Whether search engines may list a page.

    `route`: the name of its URL pattern. `variables`: those of its template.
    """
    section = SECTIONS.get(route)
    if section is None:
        return route in plain_pages()
    item = variables.get(section.variable)
    return item is not None and section().wants(item)


def in_language(path: str, code: str) -> str:
    """Return the absolute address of a page in a language; without one, as the reader prefers."""
    query = f"?{urlencode({LANGUAGE: code})}" if code else ""
    return f"{settings.SITE_URL}{path}{query}"


def named_language(query: Any) -> str:
    """Return the language that the query of an address names; empty if the site lacks it."""
    code = query.get(LANGUAGE, "")
    return code if code in dict(settings.LANGUAGES) else ""
