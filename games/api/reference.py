"""The OpenAPI description of the API, in the order and the words of its page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.api.api import description

TAGS = ("Games", "Play", "Own", "Streams", "Tables", "Players", "Cards")
"""The subjects of operations that come first on the page, in order."""
type SchemaData = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReferenceField:
    """A parameter, or a field of what is sent or answered."""

    name: str
    kind: str
    """Its type in a few words."""
    shape: str
    """The name of the shape that it is, or that it is a list of; empty for plain values."""
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class ReferenceShape:
    """A shape of JSON with its fields."""

    name: str
    about: str
    fields: list[ReferenceField]


@dataclass(frozen=True, slots=True)
class ReferenceOperation:
    """An operation: `token` says whether it takes one (`optional`) or needs one (`needed`)."""

    name: str
    method: str
    path: str
    summary: str
    about: str
    token: str
    scopes: list[str]
    parameters: list[ReferenceField]
    body: str
    answer: str


@dataclass(frozen=True, slots=True)
class ReferenceSection:
    """The operations of a subject."""

    name: str
    operations: list[ReferenceOperation]


@cache
def sections() -> list[ReferenceSection]:
    """Return all operations by subject."""
    data = description()
    operations = list(_operations(data))
    tags = [*TAGS, *sorted({tag for tag, _operation in operations} - {*TAGS})]
    by_tag = {tag: [row for name, row in operations if name == tag] for tag in tags}
    return [ReferenceSection(tag, rows) for tag, rows in by_tag.items() if rows]


@cache
def shapes() -> list[ReferenceShape]:
    """Return all shapes, by name."""
    schemas = description()["components"]["schemas"]
    return [_shape(name, schema) for name, schema in sorted(schemas.items())]


def scopes() -> list[str]:
    """Return the scopes that operations need."""
    operations = [row for section in sections() for row in section.operations]
    return sorted({scope for operation in operations for scope in operation.scopes})


def _operations(data: SchemaData) -> Iterator[tuple[str, ReferenceOperation]]:
    for path, methods in data["paths"].items():
        for method, operation in methods.items():
            security = operation.get("security", [])
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            responses = operation["responses"]
            response = responses.get("200") or responses["201"]
            answer: SchemaData = next(iter(response.get("content", {}).values()), {})
            yield (
                operation["tags"][0],
                ReferenceOperation(
                    name=operation["operationId"],
                    method=method.upper(),
                    path=path,
                    summary=operation["summary"],
                    about=operation.get("description", ""),
                    token="optional" if {} in security else "needed" if security else "",
                    scopes=operation.get("x-scope", "").split(),
                    parameters=[
                        _field(row["name"], {**row, **row["schema"]}, row["required"])
                        for row in operation["parameters"]
                        if row["in"] != "header"
                    ],
                    body=_named(body.get("schema", {})),
                    answer=_named(answer.get("schema", {})),
                ),
            )


def _shape(name: str, schema: SchemaData) -> ReferenceShape:
    required = schema.get("required", ())
    fields = [
        _field(field, details, field in required)
        for field, details in schema.get("properties", {}).items()
    ]
    about = " ".join(schema.get("description", "").split()) or _kind(schema)
    return ReferenceShape(name, about, fields)


def _field(name: str, schema: SchemaData, required: bool) -> ReferenceField:
    return ReferenceField(
        name, _kind(schema), _named(schema), required, schema.get("description", "")
    )


def _named(schema: SchemaData) -> str:
    """Return the name of the first shape that a schema refers to."""
    match = re.search(r"#/components/schemas/(\w+)", str(dict(schema)))
    return match[1] if match else ""


def _kind(schema: SchemaData) -> str:
    """Return a type in a few words."""
    if "$ref" in schema:
        return _named(schema)
    if "anyOf" in schema:
        return " or ".join(_kind(choice) for choice in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(str(value) for value in schema["enum"])
    match schema.get("type"):
        case "array":
            return f"list of {_kind(schema.get('items', {}))}"
        case "object" if "additionalProperties" in schema and "properties" not in schema:
            values = schema["additionalProperties"]
            return f"name → {_kind(values)}" if isinstance(values, dict) else "object"
        case "string" if "format" in schema:
            return {"date-time": "time", "date": "date"}.get(schema["format"], "string")
        case None:
            return "anything"
        case kind:
            return str(kind)
