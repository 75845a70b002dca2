"""Base classes of the model admins."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.http import HttpRequest


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
