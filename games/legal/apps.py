from django.apps import AppConfig
from django.core.checks import register
from django.utils.module_loading import autodiscover_modules

from common.navigation import Insert
from games.legal.checks import check_contact


class LegalConfig(AppConfig):
    name = "games.legal"
    indexed_pages = ("imprint", "privacy", "terms")
    inserts = (
        Insert("footer", "legal/_footer.html"),
        Insert("sign_up", "legal/_sign_up.html"),
    )
    optional_urls = ("imprint", "privacy", "terms")

    def ready(self) -> None:
        """Import what registers the stored data and cookies of every app."""
        autodiscover_modules("disclosures")
        register(check_contact)
