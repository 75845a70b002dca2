"""Users in the admin: what moderators may change of a player, and what only superusers may.

Accounts are closed and deleted by the same services as elsewhere.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import closing
from accounts.admin_base import OwnFilters
from accounts.models import User
from accounts.refusals import Refused
from accounts.requests import SignedInRequest
from accounts.services import check_name
from games.fairplay import moderation

EDITABLE = ("username", "about")
"""What moderators may change of a player: what a player may have written badly."""
SHOWN = ("is_active", "is_guest", "is_staff", "email", "language", "date_joined", "last_login")
NEVER_EDITED = ("is_active", "date_joined", "last_login")
"""An account is closed by an action, which leaves a trace."""


class CheckedName(forms.ModelForm):  # type: ignore[type-arg]
    """A form that takes only names that a player could sign up with."""

    def clean(self) -> dict[str, Any]:
        """Refuse a new name that poses as another one."""
        data = super().clean() or {}
        name = self.cleaned_data.get("username")
        if name and "username" in self.changed_data:
            try:
                check_name(name, self.instance)
            except ValidationError as error:
                self.add_error("username", error)
        return data


class PlayerChangeForm(CheckedName, UserChangeForm):  # type: ignore[type-arg]
    """A user, perhaps with a new name."""


class PlayerCreationForm(CheckedName, AdminUserCreationForm):  # type: ignore[type-arg]
    """A new user."""


@admin.register(User)
class PlayerAdmin(OwnFilters, UserAdmin):  # type: ignore[type-arg]
    """A player or a guest.

    Only superusers change privileges, groups, passwords and e-mail addresses, and anything of
    other staff: staff who could would soon be superusers, or sit in another player's seat.
    """

    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ("username", "email", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    ordering = ("-date_joined",)
    actions = ("close_accounts", "open_accounts")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show superusers everything, and others neither password nor privileges."""
        if not request.user.is_superuser:
            return ((None, {"fields": EDITABLE}), (_("On this site"), {"fields": SHOWN}))
        own = {"fields": ("is_guest", "language", "time_zone", "theme", "about")}
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if obj is None else (*fieldsets, (_("On this site"), own))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return what is shown, but not changed."""
        return NEVER_EDITED if request.user.is_superuser else SHOWN

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only superusers: the others' accounts come by signing up."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether the permission holds, which it does not for other staff."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether the permission holds, which it does not for other staff."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Set a password: with another player's, one would see that player's hand."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    # --- deleting ---

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[Any], list[Any]]:
        """Name only the accounts: what happens to the rest is the service's to decide."""
        users = list(objs)
        allowed = all(self.has_delete_permission(request, user) for user in users)
        names = [str(user) for user in users]
        return (
            names,
            {self.opts.verbose_name_plural: len(users)},
            set() if allowed else {str(self.opts.verbose_name)},
            [],
        )

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account as its owner would: games are resigned first.

        After the page's own transaction, because no two games are ever locked at once.
        """
        transaction.on_commit(partial(self._delete, request, obj))

    def _delete(self, request: HttpRequest, user: User) -> None:
        try:
            closing.delete_account(user)
        except Refused as refused:
            self.message_user(request, f"{user}: {refused.sentence}", messages.ERROR)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete several accounts."""
        for user in queryset:
            self.delete_model(request, user)

    # --- closing ---

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Whether the user may close accounts, and open them again."""
        return bool(request.user.has_perm("accounts.close_account"))

    @admin.action(description=_("Close selected accounts"), permissions=["close"])
    def close_accounts(self, request: SignedInRequest, users: QuerySet[User]) -> None:
        """Lock players out, with a trace."""
        why = gettext("From the list of users.")

        def close(moderator: User, user: User) -> None:
            moderation.close_account(moderator, user, why)

        self._for_each(request, users, close, _("Account closed: %(name)s."))

    @admin.action(description=_("Reopen selected accounts"), permissions=["close"])
    def open_accounts(self, request: SignedInRequest, users: QuerySet[User]) -> None:
        """Take back whatever closes an account."""
        self._for_each(request, users, moderation.open_account, _("Account reopened: %(name)s."))

    def _for_each(
        self,
        request: SignedInRequest,
        users: QuerySet[User],
        act: Callable[[User, User], Any],
        sentence: Any,
    ) -> None:
        for user in users:
            try:
                act(request.user, user)
            except Refused as refused:
                self.message_user(request, f"{user}: {refused.sentence}", messages.ERROR)
            else:
                self.message_user(request, sentence % {"name": user}, messages.SUCCESS)


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    """Whether this user may change an account: staff's only as a superuser."""
    if user is None or request.user.is_superuser:
        return True
    return not (user.is_staff or user.is_superuser)
