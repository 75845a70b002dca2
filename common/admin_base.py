"""Base classes of the model admins."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest
from django.utils.functional import Promise

from common.refusals import Refused


class OwnFilters(admin.ModelAdmin):
    """A model admin that can be filtered only by the filters it shows.

    Django lets a URL filter by any column: `?seed__startswith=a` would reveal a seed.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Whether the URL may filter by this lookup."""
        return lookup.partition("__")[0] in self._filtered(request) and super().lookup_allowed(
            lookup, value, request
        )

    def _filtered(self, request: HttpRequest) -> Iterator[str]:
        for item in (*self.get_list_filter(request), self.date_hierarchy):
            name = item[0] if isinstance(item, tuple) else item
            if isinstance(name, str):
                yield name.partition("__")[0]

    def for_each[Row: Model](
        self,
        request: HttpRequest,
        rows: Iterable[Row],
        service: Callable[[Row], object],
        done: str | Promise | Callable[[Row], str],
    ) -> None:
        """Call a service for each row: log and show that it is done, or show why it is refused.

        `done`: the sentence, perhaps by the row.
        """
        for row in rows:
            try:
                service(row)
            except Refused as refused:
                self.message_user(request, f"{row}: {refused.sentence}", messages.ERROR)
            else:
                sentence = str(done(row) if callable(done) else done)
                self.log_change(request, row, sentence)
                self.message_user(request, f"{row}: {sentence}", messages.SUCCESS)


def host_of(address: str) -> str:
    """Return the host of an address whose rest may be secret."""
    return urlsplit(address).hostname or ""


class ReadOnly(OwnFilters):
    """A model admin without adding, changing and deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No one."""
        return False
