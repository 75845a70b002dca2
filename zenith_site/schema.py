"""Whether the database fits this version of the site; asked when a process starts."""

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

OWN = ("accounts", "games")
"""The packages of the site's own apps."""


def trouble() -> str:
    """Return in a sentence why the site cannot run on this database; nothing if it can."""
    strange = unknown_migrations()
    if strange:
        return (
            f"The database was made by another version of the site (it knows {strange[0]}): "
            "start that version, or restore a backup of this one."
        )
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return "The database is older than the site: run `manage.py migrate` first."
    missing = missing_columns()
    if missing:
        return (
            f"The database was made by another version of the site (it lacks {missing[0]}): "
            "restore a backup of this version, or begin with an empty database."
        )
    return ""


def unknown_migrations() -> list[str]:
    """Return the applied migrations of the site's own apps that this version does not have."""
    own = {
        config.label for config in apps.get_app_configs() if config.name.partition(".")[0] in OWN
    }
    loader = MigrationExecutor(connection).loader
    return sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in own and (app, name) not in loader.disk_migrations
    )


def missing_columns() -> list[str]:
    """Return what the models have and the tables lack, although all migrations are applied."""
    found = []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in tables:
                found.append(table)
                continue
            described = connection.introspection.get_table_description(cursor, table)
            columns = {column.name for column in described}
            found += [
                f"{table}.{field.column}"
                for field in model._meta.local_concrete_fields
                if field.column not in columns
            ]
    return found
