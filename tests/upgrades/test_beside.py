"""Migrations run while the version before serves: they add what it does without.

django-migration-linter reads the SQL of PostgreSQL: a migration must not drop, rename or retype
what the version before reads, demand of it what it does not write, or lock a table that may be
large. docs/large.md says how such a change is made in two versions.
"""

from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django_migration_linter import MigrationLinter
from pytest_django.plugin import DjangoDbBlocker

ROOT = Path(__file__).resolve().parents[2]
OWN = ("accounts", "games")
BEFORE = [
    "0001_initial",
    "0002_agreement",
    "0002_look",
    "0002_push_failures",
    "0002_weekly_cups",
    "0003_apps",
    "0003_bots",
    "0003_card_counts_by_strength",
    "0003_effect_display",
    "0003_has_chat",
    "0004_codes_of_tokens",
    "0004_name_key_once",
    "0004_sealed_turns",
    "0005_after_move",
    "0005_following",
    "0005_plan",
    "0006_mulligan_wish",
    "0006_standing",
    "0007_running_and_paused",
    "0008_last_language",
    "0008_open_tables",
    "0009_rematch_again",
    "0010_table_events",
    "0011_void_answers",
]
"""Migrations of the time before 0.2.0, when an upgrade began with stopping the site, and those that
make indexes of tables that they make themselves. It does not grow.
"""


@pytest.mark.usefixtures("django_db_setup")
def test_every_migration_runs_beside_the_version_before(
    django_db_blocker: DjangoDbBlocker, capsys: pytest.CaptureFixture[str]
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL says what it locks")
    own = [app.label for app in apps.get_app_configs() if app.name.startswith(OWN)]
    with django_db_blocker.unblock():  # some are not made for a transaction
        linter = MigrationLinter(
            path=str(ROOT),
            include_apps=own,
            ignore_name=BEFORE,
            warnings_as_errors_tests=["CREATE_INDEX"],
            quiet=["ok", "ignore", "warning"],
            no_cache=True,
        )
        linter.lint_all_migrations()
    assert linter.nb_valid > 10
    assert not linter.has_errors, capsys.readouterr().out
