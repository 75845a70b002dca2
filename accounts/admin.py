"""The admin's log-in page, which asks for the second factor, and models for superusers only.

An email address, a second factor, a session or a group gives access to an account: staff who could
change those of a superuser would have a superuser's power.
"""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from common.admin_base import ReadOnly

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Zenith"


class SuperusersOnly:
    """A model admin for superusers only, whatever permissions staff have."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Only superusers see it."""
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers see it."""
        return bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only superusers add."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers change."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers delete."""
        return bool(request.user.is_superuser)


class Secret(SuperusersOnly):
    """A model admin whose rows superusers may view and delete, without the secret in them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only its user adds one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No one changes it."""
        return False


for model in (EmailAddress, Authenticator, UserSession, Group):
    admin.site.unregister(model)


@admin.register(EmailAddress)
class EmailAddressSuperAdmin(SuperusersOnly, EmailAddressAdmin):
    """E-mail addresses: a confirmed one can reset a password."""


@admin.register(Authenticator)
class AuthenticatorSuperAdmin(Secret, AuthenticatorAdmin):
    """Second factors: players who lose their phone need them deleted."""

    fields = ("user", "type", "created_at", "last_used_at")


@admin.register(UserSession)
class UserSessionSuperAdmin(Secret, UserSessionAdmin):
    """Sessions: a session key is enough to be logged in."""

    fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")


@admin.register(Group)
class GroupSuperAdmin(SuperusersOnly, GroupAdmin):
    """Groups: a change affects the permissions of all members."""


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """What staff did here, the latest first; for superusers."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_select_related = ("user", "content_type")
    search_fields = ("user__username", "object_repr")
    ordering = ("-action_time", "-pk")
    fields = readonly_fields = (*list_display, "action_flag", "object_id")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Only superusers see it."""
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only superusers see it."""
        return bool(request.user.is_superuser)
