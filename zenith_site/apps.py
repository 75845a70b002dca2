"""The app of the wiring: the site's commands, its checks and the start of all receivers."""

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register
from django.utils.module_loading import autodiscover_modules, import_string

from accounts import periodic
from zenith_site.celery import app
from zenith_site.schema import check_before_migrating


class ZenithSiteConfig(AppConfig):
    """The last app in `INSTALLED_APPS`: all models are loaded when it is ready."""

    name = "zenith_site"

    def ready(self) -> None:
        """Import the `receivers.py` and `tasks.py` of every app, which register themselves."""
        autodiscover_modules("receivers")
        autodiscover_modules("tasks")
        app.conf.beat_schedule = periodic.schedule()
        register(check_before_migrating, Tags.database)
        if settings.SENTRY_DSN:
            import_string("zenith_site.error_reporting.start")(settings.SENTRY_DSN)
