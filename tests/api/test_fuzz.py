"""Whatever is sent to any operation, the answer is one of the description, never a server error."""

import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from common.problems import PROBLEM
from games.api import gate
from games.api.api import description
from games.tables.models import Game
from tests.api.client import Program
from tests.support.factories import running_game

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]

OPERATIONS = [
    (method.upper(), path.removeprefix("/api/v1"), operation)
    for path, methods in description()["paths"].items()
    for method, operation in methods.items()
]
SCHEMAS = description()["components"]["schemas"]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.text(max_size=5), max_size=3),
    st.just({}),
)
"""Values that a field does not expect."""


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return values that fit a schema, more or less."""
    if "$ref" in schema:
        return values(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of([values(each) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            return st.fixed_dictionaries(
                {}, optional={name: st.one_of(values(one), ODD) for name, one in fields.items()}
            )
        case "array":
            return st.lists(values(schema["items"]), max_size=3)
        case "integer":
            return st.integers(schema.get("minimum", -1), schema.get("maximum", 2**65))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    return st.one_of(st.text(max_size=30), st.sampled_from(["redraw", "ada", "noisy", "SUN"]))


@pytest.fixture
def game(ada: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    for name in ("READING", "WRITING"):
        monkeypatch.setattr(gate, name, gate.RateLimit(name, 10_000))
    return running_game(ada, ben, answers=2)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("method", "path", "operation"), OPERATIONS, ids=[f"{m} {p}" for m, p, _ in OPERATIONS]
)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_answer_is_a_server_error(
    method: str, path: str, operation: dict[str, Any], ada: User, game: Game, data: st.DataObject
) -> None:
    query = {}
    for parameter in operation["parameters"]:
        value = data.draw(st.one_of(values(parameter["schema"]), st.text(max_size=8)))
        if parameter["in"] == "path":
            named = data.draw(st.sampled_from([str(game.pk), "ada", "days", "nero", str(value)]))
            path = path.replace(f"{{{parameter['name']}}}", quote(named, safe="", errors="replace"))
        elif parameter["in"] == "query":
            query[parameter["name"]] = value
    body = None
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        body = data.draw(st.one_of(values(schema), ODD))
    program = Program(ada)
    address = path + ("?" + urlencode(query, errors="replace") if query else "")
    answer = program.send(method, address, body)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer["Content-Type"] == PROBLEM
        assert json.loads(answer.content)["detail"]
    else:
        assert str(answer.status_code) in operation["responses"]
