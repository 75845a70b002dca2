"""The wiring of the site: settings, URLs, middleware and processes."""

from zenith_site.celery import app as celery_app

__all__ = ["celery_app"]
