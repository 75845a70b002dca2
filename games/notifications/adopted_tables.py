"""A migration operation for a model whose table an older app has made."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AdoptModel(migrations.CreateModel):
    """Creates a model, and its table only if there is none.

    Taken back (`manage.py migrate APP zero`) it drops the table, as `CreateModel` does.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        """Create the table if it is missing."""
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)
