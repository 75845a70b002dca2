"""People in the admin, which asks for the second factor too."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Zenith"


@admin.register(User)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """A player or a guest."""

    list_display = ("username", "email", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    ordering = ("-date_joined",)
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (
            _("On this site"),
            {"fields": ("is_guest", "language", "time_zone", "theme", "about")},
        ),
    )
