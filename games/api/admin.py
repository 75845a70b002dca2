"""API tokens in the administration, without the tokens.

What django-oauth-toolkit registers is not shown: codes and apps come and go.
"""

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from common.admin_base import ReadOnly
from games.api import tokens
from games.api.models import ApiToken

UNUSED: tuple[type[models.Model], ...] = (AccessToken, Application, Grant, IDToken, RefreshToken)
admin.site.unregister(UNUSED)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    """API tokens; only their hashes are stored."""

    list_display = ("name", "user", "client_id", "created_at", "expires_at", "used_on")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    ordering = ("-created_at",)
    fields = readonly_fields = (*list_display, "scopes")
    actions = ("revoke",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Whether the user may revoke tokens."""
        return bool(request.user.has_perm("api.delete_apitoken"))

    @admin.action(description=_("Revoke selected tokens"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, rows: QuerySet[ApiToken]) -> None:
        """Delete tokens, and end their streams."""

        def revoke(token: ApiToken) -> None:
            tokens.revoke(token.user, token.pk)

        self.for_each(request, rows.select_related("user"), revoke, _("Token revoked."))
