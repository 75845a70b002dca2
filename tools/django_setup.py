"""Django with the settings of the tests and an empty database, for tools that fill one."""

import gc
import os

import django


def set_up_django() -> None:
    """Prepare Django; models can be imported afterwards."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings_test"
    django.setup()


def make_database() -> None:
    """Create an empty database; an SQLite one is in memory."""
    from django.db import connection  # noqa: PLC0415 - settings first

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = ":memory:"
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    gc.set_threshold(100_000, 50, 50)
