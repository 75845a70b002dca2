"""Users in the admin: fields and actions for moderators, and those for superusers only.

Accounts are closed and deleted by the same services as on the site.
"""

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

from accounts import closing, former_names
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.services import check_name
from common.admin_base import OwnFilters
from common.refusals import Refused
from games.fairplay import moderation

EDITABLE = ("username", "about")
"""Fields of a player that moderators may edit: the ones with text that a player wrote."""
BOT = ("is_bot", "bot_maker")
SHOWN = (
    *("is_active", "is_guest", "is_staff", "email", "language", "date_joined", "last_login"),
    *BOT,
)
NEVER_EDITED = ("is_active", "date_joined", "last_login", *BOT)
"""Read-only even for superusers. Accounts are closed by an action, which is logged."""


class CheckedName(forms.ModelForm):
    """A form that accepts only usernames allowed at sign-up."""

    def clean(self) -> None:
        """Reject a new name that imitates an existing one."""
        super().clean()
        name = self.cleaned_data.get("username")
        if name and "username" in self.changed_data:
            try:
                check_name(name, self.instance)
            except ValidationError as error:
                self.add_error("username", error)


class PlayerChangeForm(CheckedName, UserChangeForm):
    """Form to edit a user."""


class PlayerCreationForm(CheckedName, AdminUserCreationForm):
    """Form to create a user."""


@admin.register(User)
class PlayerAdmin(OwnFilters, UserAdmin):
    """A player or a guest.

    Only superusers may change privileges, groups, passwords and email addresses, and any data of
    other staff: otherwise staff could make themselves superusers or log in as another player.
    """

    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ("username", "email", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_active", "is_staff")
    ordering = ("-date_joined",)
    actions = ("close_accounts", "open_accounts")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show all fields to superusers; hide password and privileges from other staff."""
        if not request.user.is_superuser:
            return ((None, {"fields": EDITABLE}), (_("On this site"), {"fields": SHOWN}))
        own = {"fields": ("is_guest", "language", "time_zone", "theme", "about", *BOT)}
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if obj is None else (*fieldsets, (_("On this site"), own))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return the fields that are shown but can't be changed."""
        return NEVER_EDITED if request.user.is_superuser else SHOWN

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whether the user may create accounts: superusers only, players sign up."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether the user may do this, which staff may not to other staff."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whether the user may do this, which staff may not to other staff."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Set a password; superusers only, because it allows logging in as the player."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save a user; a former name rests, and leads to the new one."""
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            former_names.give_up(form.initial["username"], obj)

    # --- deleting ---

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[Any], list[Any]]:
        """List only the accounts: the service decides what happens to related rows."""
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
        """Delete an account like its owner would: games are resigned first.

        Runs after the page's transaction, because no transaction locks two games.
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
        """Whether the user may close and reopen accounts."""
        return bool(request.user.has_perm("accounts.close_account"))

    @admin.action(description=_("Close selected accounts"), permissions=["close"])
    def close_accounts(self, request: SignedInRequest, users: QuerySet[User]) -> None:
        """Close accounts; each closure is logged."""
        why = gettext("From the list of users.")

        def close(user: User) -> None:
            moderation.close_account(request.user, user, why)

        self.for_each(request, users, close, _("Account closed."))

    @admin.action(description=_("Reopen selected accounts"), permissions=["close"])
    def open_accounts(self, request: SignedInRequest, users: QuerySet[User]) -> None:
        """Undo every decision that closes an account."""

        def reopen(user: User) -> None:
            moderation.open_account(request.user, user)

        self.for_each(request, users, reopen, _("Account reopened."))


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    """Whether the user may change an account: staff accounts need a superuser."""
    if user is None or request.user.is_superuser:
        return True
    return not (user.is_staff or user.is_superuser)
