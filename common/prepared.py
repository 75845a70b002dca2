"""Queries and updates that are compiled once, for rows that every page or move reads or writes.

    SEATS = PreparedQuery(
        lambda game: Seat.objects.filter(game=game).select_related("user"), game=BigIntegerField()
    )
    seats = SEATS.all(game=5)

Django builds and compiles the SQL of a query each time it is used, which takes several times as
long as sending it. A prepared query is built once, with a `Parameter` in the place of each value;
after that only the values change. What depends on the values otherwise can't be prepared: lists
(`__in`), slices, `None` (which is `IS NULL`).

PostgreSQL plans a statement once and for all if no value could have a better plan. So what is
always the same is part of the SQL there: an index of the open games is of no use for a status that
is yet unknown.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, cast

from django.db import DatabaseError, connections, router
from django.db.models import Expression, Field, Model, QuerySet, prefetch_related_objects
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError
from psycopg import sql as postgresql

PLACE = re.compile("%[%s]")
"""A placeholder in SQL, or a percent sign."""


class Parameter(Expression):
    """The place of a value in a prepared query."""

    def __init__(self, name: str, output_field: "Field[Any, Any]") -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return a placeholder, and this parameter for its value."""
        return "%s", (self,)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A queryset with its compiler, which knows what the columns are, and its SQL.

    `params` holds a `Parameter` for each value that is given, and values that never change, unless
    the SQL has them. `converters`: by position, what makes Python's values of the columns'.
    """

    queryset: QuerySet[Any, Any]
    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]
    converters: dict[int, Any]

    def rows(self, connection: Any, params: tuple[Any, ...]) -> list[Any]:
        """Return the rows for some parameters, as the queryset makes them."""
        compiler: Any = copy(self.compiler)
        compiler.connection = connection  # of this thread, of the primary or the replica
        compiler.using = connection.alias
        compiler.as_sql = lambda *_args, **_options: (self.sql, params)
        compiler.get_converters = lambda _columns: self.converters
        queryset: Any = self.queryset
        given = _Given(queryset, query=_Given(queryset.query, compiler=compiler))
        rows = list(queryset._iterable_class(given))
        prefetch_related_objects(rows, *queryset._prefetch_related_lookups)
        return rows


class _Given:
    """A queryset or its query with another attribute: to copy one costs more than to read it."""

    def __init__(self, original: object, **values: object) -> None:
        self._original = original
        vars(self).update(values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)

    def get_compiler(self, *_args: object, **_options: object) -> Any:
        """Return the compiler that is given."""
        return self.compiler


class PreparedQuery[Row]:
    """A query of a database, compiled at its first use.

    `build`: returns the queryset for its parameters, which it gets as keywords. `fields`: the type
    of each parameter.
    """

    def __init__(
        self, build: Callable[..., QuerySet[Any, Row]], **fields: "Field[Any, Any]"
    ) -> None:
        self._build = build
        self._fields = fields
        self._compiled: _Compiled | None = None

    def all(self, **values: object) -> list[Row]:
        """Return the rows for these values of the parameters, as the queryset would.

        There are none for a number that its column can't hold.
        """
        compiled = self._compiled or self._compile()
        connection = connections[compiled.queryset.db]
        if values.keys() != self._fields.keys():
            raise TypeError(f"parameters are {[*self._fields]}, not {[*values]}")
        if compiled.queryset.query.select_for_update:
            _refuse_autocommit(connection)
        prepared = {}
        for name, value in values.items():
            field = self._fields[name]
            if isinstance(value, int) and not _fits(value, field, connection):
                return []
            prepared[name] = field.get_db_prep_value(value, connection)
        params = tuple(
            prepared[param.name] if isinstance(param, Parameter) else param
            for param in compiled.params
        )
        return compiled.rows(connection, params)

    def first(self, **values: object) -> Row | None:
        """Return the first row, or `None`."""
        return next(iter(self.all(**values)), None)

    def get(self, **values: object) -> Row:
        """Return the row; raises the model's `DoesNotExist`."""
        rows = self.all(**values)
        if not rows:
            assert self._compiled is not None
            model: Any = self._compiled.queryset.model
            raise model.DoesNotExist(f"There is no {model._meta.verbose_name} for {values}.")
        return rows[0]

    def _compile(self) -> _Compiled:
        """Build and compile the query; threads that do so at once come to the same."""
        parameters = {name: Parameter(name, field) for name, field in self._fields.items()}
        queryset = self._build(**parameters)
        compiler = queryset.query.get_compiler(using=queryset.db)
        sql, params = compiler.as_sql()
        if connections[queryset.db].vendor == "postgresql":
            sql, params = _with_literals(sql, params)
        columns = [column[0] for column in compiler.select[: compiler.col_count]]
        converters = compiler.get_converters(columns)
        self._compiled = _Compiled(queryset, compiler, sql, tuple(params), converters)
        return self._compiled


def _with_literals(sql: str, params: Sequence[object]) -> tuple[str, Sequence[object]]:
    """Return SQL with the texts and numbers among its parameters, and the other parameters."""
    given, others = iter(params), []

    def filled(place: re.Match[str]) -> str:
        if place[0] == "%%":
            return "%%"
        value = next(given)
        if not isinstance(value, str | int):
            others.append(value)
            return "%s"
        plain = str(value) if isinstance(value, str) else value  # a choice too
        return postgresql.quote(plain).replace("%", "%%")

    return PLACE.sub(filled, sql), others


class PreparedUpdate:
    """An update of some fields of a few rows: one statement that is compiled once.

        SEATS = PreparedUpdate(Seat, "asked", "turns")
        SEATS.write(seats)

    `bulk_update` and `bulk_create` build and compile theirs each time.
    """

    def __init__(self, model: type[Model], *names: str) -> None:
        self._model = model
        self._names = names
        self._sql: dict[tuple[str, int], str] = {}
        """By the kind of database and the number of rows."""

    def write(self, rows: Sequence[Model]) -> None:
        """Write the fields of these rows; raises `DatabaseError` if one of them is not there."""
        if not rows:
            return
        connection = connections[router.db_for_write(self._model)]
        fields = self._fields()
        kind = connection.vendor, len(rows)
        if kind not in self._sql:
            self._sql[kind] = self._compile(fields, len(rows), connection)
        values = [
            field.get_db_prep_save(getattr(row, field.attname), connection)
            for row in rows
            for field in fields
        ]
        with connection.cursor() as cursor:
            cursor.execute(self._sql[kind], values)
            if cursor.rowcount != len(rows):
                raise DatabaseError(f"{cursor.rowcount} of {len(rows)} rows were updated")

    def _fields(self) -> "list[Field[Any, Any]]":
        meta = self._model._meta
        return [cast("Field[Any, Any]", meta.get_field(name)) for name in ("id", *self._names)]

    def _compile(self, fields: "list[Field[Any, Any]]", count: int, connection: Any) -> str:
        name = connection.ops.quote_name
        table = name(self._model._meta.db_table)
        # The columns of VALUES are called so in PostgreSQL and SQLite alike.
        changes = ", ".join(
            f"{name(field.column)} = new.column{at}" for at, field in enumerate(fields[1:], 2)
        )
        marks = ", ".join(["%s"] * len(fields))
        if connection.vendor == "postgresql":  # which knows no type of a parameter by itself
            typed = ", ".join(f"%s::{field.rel_db_type(connection)}" for field in fields)
        else:
            typed = marks
        lines = ", ".join([f"({typed})", *[f"({marks})"] * (count - 1)])
        return (
            f"UPDATE {table} SET {changes} FROM (VALUES {lines}) AS new "
            f"WHERE {table}.{name(fields[0].column)} = new.column1"
        )


def _fits(value: int, field: "Field[Any, Any]", connection: Any) -> bool:
    """Whether a column of this type can hold a number: the database would fail."""
    least, most = connection.ops.integer_field_range(field.get_internal_type())
    return bool((least is None or least <= value) and (most is None or value <= most))


def _refuse_autocommit(connection: Any) -> None:
    """Raise the error that Django raises when it compiles such a query outside a transaction."""
    if connection.features.has_select_for_update and connection.get_autocommit():
        raise TransactionManagementError("select_for_update outside of a transaction")
