"""The check that the database fits this version of the site, made when a process starts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.core.checks import CheckMessage, Error
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

OWN = ("accounts", "games")
"""The packages of the site's own apps."""
FORMER_APP = "games"
"""The label of the app that held every subject before each became an app of its own."""
MADE_BEFORE = (
    "The database was made before the first release, when games was a single app, and cannot be "
    "brought up to date: make a new one, with an empty DATABASE_URL or DATA_DIR."
)


def trouble() -> str:
    """Return in a sentence why the site cannot run on this database; nothing if it can."""
    unknown = unknown_migrations()
    if any(migration.startswith(f"{FORMER_APP}.") for migration in unknown):
        return MADE_BEFORE
    if unknown:
        return (
            f"The database was made by another version of the site (it knows {unknown[0]}): "
            "start that version, or restore a backup of this one."
        )
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return "The database is older than the site: run `manage.py migrate` first."
    return trouble_of_running()


def trouble_of_running() -> str:
    """Return in a sentence why a process that runs can't go on; nothing if it can.

    In an upgrade without a pause the database is ahead of the processes that are yet to be
    restarted: what it has besides does not trouble them.
    """
    missing = missing_columns()
    if missing:
        return (
            f"The database was made by another version of the site (it lacks {missing[0]}): "
            "restore a backup of this version, or begin with an empty database."
        )
    return ""


def check_before_migrating(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Refuse to migrate a database that this version cannot bring up to date (a system check)."""
    if connection.alias not in (databases or ()) or not unknown_migrations():
        return []
    return [Error(trouble(), id="zenith.E001")]


def unknown_migrations() -> list[str]:
    """Return the applied migrations of the site's own apps that this version does not have."""
    own = {
        config.label for config in apps.get_app_configs() if config.name.partition(".")[0] in OWN
    } | {FORMER_APP}
    loader = MigrationExecutor(connection).loader
    return sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in own and (app, name) not in loader.disk_migrations
    )


def missing_columns() -> list[str]:
    """Return the tables and columns that models have and the migrated database lacks."""
    missing = []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in tables:
                missing.append(table)
                continue
            described = connection.introspection.get_table_description(cursor, table)
            columns = {column.name for column in described}
            missing += [
                f"{table}.{field.column}"
                for field in model._meta.local_concrete_fields
                if field.column not in columns
            ]
    return missing
