"""The Celery application. Its settings are Django's, with the prefix CELERY_."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zenith_site.settings")


@setup_logging.connect
def keep_logging(**_given: Any) -> None:
    """Keep the site's LOGGING in workers: Celery sets up its own if this signal has no receiver."""


def make_app(**options: Any) -> Celery:
    """Return an application with these settings and all tasks."""
    made = Celery("zenith", **options)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = make_app()
