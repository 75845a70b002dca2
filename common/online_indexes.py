"""Migration operations that add and drop an index of a large table while others write to it.

PostgreSQL builds such an index outside of a transaction: the migration says `atomic = False`. One
that was interrupted is simply run again.
"""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddIndex


class AddIndexOnline(AddIndexConcurrently):
    """Adds an index without locking out writers."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *states: Any
    ) -> None:
        """Add the index; one that was interrupted before is built anew."""
        if schema_editor.connection.vendor != "postgresql":
            AddIndex.database_forwards(self, app_label, schema_editor, *states)
            return
        name = schema_editor.quote_name(self.index.name)
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        super().database_forwards(app_label, schema_editor, *states)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *states: Any
    ) -> None:
        """Drop the index."""
        if schema_editor.connection.vendor != "postgresql":
            AddIndex.database_backwards(self, app_label, schema_editor, *states)
            return
        super().database_backwards(app_label, schema_editor, *states)


def drop_column_index(schema_editor: BaseDatabaseSchemaEditor, model: Any, column: str) -> None:
    """Drop the plain indexes of one column, if there are any."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        known = connection.introspection.get_constraints(cursor, model._meta.db_table)
    how = "CONCURRENTLY " if connection.vendor == "postgresql" else ""
    for name, facts in known.items():
        is_plain = facts["index"] and not (facts["unique"] or facts["primary_key"])
        if is_plain and facts["columns"] == [column]:
            schema_editor.execute(f"DROP INDEX {how}IF EXISTS {schema_editor.quote_name(name)}")
