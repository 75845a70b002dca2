"""The wiring as an app: it brings the commands of the site, and the receivers together."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ZenithSiteConfig(AppConfig):
    """The last app: all models are ready."""

    name = "zenith_site"

    def ready(self) -> None:
        """Import the `receivers.py` and `tasks.py` of every app, which register themselves."""
        autodiscover_modules("receivers")
        autodiscover_modules("tasks")
