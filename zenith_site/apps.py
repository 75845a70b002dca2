"""The app of the wiring: the site's commands, its checks and the start of all receivers."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules, import_string

from common import database_clock, periodic
from zenith_site.celery import app
from zenith_site.schema import check_before_migrating


class ZenithSiteConfig(AppConfig):
    """The last app in `INSTALLED_APPS`: all models are loaded when it is ready."""

    name = "zenith_site"

    def __init__(self, app_name: str, app_module: Any) -> None:
        """Take the time from the database.

        Not only where the site's own code asks for it: sessions, django-allauth and the defaults of
        all models, which are imported after this, go by it too.
        """
        timezone.now = database_clock.now
        super().__init__(app_name, app_module)

    def ready(self) -> None:
        """Import the `receivers.py` and `tasks.py` of every app, which register themselves."""
        autodiscover_modules("receivers")
        autodiscover_modules("tasks")
        app.conf.beat_schedule = periodic.schedule()
        register(check_before_migrating, Tags.database)
        if settings.SENTRY_DSN:
            import_string("zenith_site.error_reporting.start")(settings.SENTRY_DSN)
