"""The Celery application. Its settings are Django's, with the prefix CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zenith_site.settings")

app = Celery("zenith")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
