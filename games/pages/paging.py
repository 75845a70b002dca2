"""Lists shown by pages, which are not counted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, QuerySet
from django.http import HttpRequest

from common.prepared import PreparedQuery

A_PAGE = 20
DIGITS = 6
"""Of the number of a page; more are cut off."""


@dataclass(frozen=True, slots=True)
class UncountedPage[Row]:
    """A page of a list, for `parts/_pages.html`, as Django's `Page` without a number of pages."""

    number: int
    object_list: list[Row]
    has_next: bool

    @property
    def has_previous(self) -> bool:
        """Whether there is a page before this one."""
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        """Whether the list has more than this page."""
        return self.has_previous or self.has_next

    @property
    def previous_page_number(self) -> int:
        """The number of the page before this one."""
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        """The number of the page after this one."""
        return self.number + 1


class PagedQuery[Row]:
    """A query whose rows are shown by pages; its first page is prepared, because most see no other.

    One row more than a page shows tells whether there is a next one: counting a list can take
    longer than reading a page of it.
    """

    def __init__(
        self, build: Callable[..., QuerySet[Any, Row]], **fields: "Field[Any, Any]"
    ) -> None:
        self._build = build
        self._first = PreparedQuery(lambda **given: build(**given)[: A_PAGE + 1], **fields)

    def page(self, number: int, **values: Any) -> UncountedPage[Row]:
        """Return a page of the rows for these values; the first one if the page is empty."""
        start = (number - 1) * A_PAGE
        rows = list(self._build(**values)[start : start + A_PAGE + 1]) if start else []
        if not rows:
            number, rows = 1, self._first.all(**values)
        return UncountedPage(number, rows[:A_PAGE], len(rows) > A_PAGE)


def page_number(request: HttpRequest) -> int:
    """Return the number of the page that is asked for; 1 if it makes no sense."""
    given = request.GET.get("page", "")[:DIGITS]
    return max(1, int(given)) if given.isascii() and given.isdigit() else 1
