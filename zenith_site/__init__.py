"""The wiring of the site: settings, addresses, processes. No behaviour."""

from zenith_site.celery import app as celery_app

__all__ = ["celery_app"]
