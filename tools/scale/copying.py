"""Copying rows in bulk, inside PostgreSQL."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models


def copy(model: type[models.Model], samples: Sequence[int], count: int, **values: str) -> int:
    """Insert copies of rows by turns; return the key of the first, the others follow.

    `values`: SQL for columns that differ; `n` counts from 0.
    """
    table = model._meta.db_table
    first = int(run(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")[0][0])
    names, selected = columns(model, **values)
    run(
        f"INSERT INTO {table} (id, {names}) SELECT {first} + n, {selected}"
        f" FROM generate_series(0::bigint, %s) n JOIN {table} sample"
        f" ON sample.id = (%s::bigint[])[1 + mod(n, {len(samples)})]",
        count - 1,
        list(samples),
    )
    run(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {first + count})")
    return first


def columns(model: type[models.Model], **values: str) -> tuple[str, str]:
    """Return the names of a model's columns but the key, and what is selected for them."""
    names = [str(field.column) for field in model._meta.concrete_fields if not field.primary_key]
    assert set(values) <= set(names), (model, set(values) - set(names))
    selected = [values.get(name, f'sample."{name}"') for name in names]
    return ", ".join(f'"{name}"' for name in names), ", ".join(selected)


def run(query: str, *values: int | list[int]) -> list[Any]:
    """Run a statement; return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall() if cursor.description else []
