"""Site announcements in the admin."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from games.pages.models import SiteAnnouncement


@admin.register(SiteAnnouncement)
class AnnouncementAdmin(admin.ModelAdmin):
    """Announcements shown on every page."""

    list_display = ("text", "shown_from", "shown_until")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Return the default duration: one day."""
        return {"shown_until": timezone.now() + timedelta(days=1)}
