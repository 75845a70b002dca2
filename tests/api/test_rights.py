"""The rights of tokens: the answer of a write shows nothing that its token may not read."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.api.api import AT_TABLES, description
from games.endpoints.access import Scope
from games.tables.models import Status
from tests.api.client import Program
from tests.api.test_reading import problem
from tests.api.test_writing import refused
from tests.support.factories import everything, finished_game, running_game, table

pytestmark = pytest.mark.django_db


API = description()
OPERATIONS = [
    (method.upper(), path, operation)
    for path, methods in API["paths"].items()
    for method, operation in methods.items()
]
READS = [operation for method, _path, operation in OPERATIONS if method == "GET"]
WRITES = [row for row in OPERATIONS if row[0] != "GET"]
WRITES_AT_TABLES = [(method, path) for method, path, _ in WRITES if path.startswith(AT_TABLES)]
BODIES: dict[str, dict[str, Any]] = {
    "answers": {"seq": 0, "answers": ["redraw"]},
    "chat": {"text": "hello"},
    "notes": {"notes": "mine"},
    "notifications": {"level": "mute"},
    "plan": {"answers": ["pass"]},
    "proposal": {"kind": "pause"},
    "seat": {},
    "time": {"hours": 24},
}
"""What is sent to addresses at a table, by their last parts."""


def needs_reading(operation: dict[str, Any]) -> bool:
    """Whether an operation needs `read:private`."""
    return Scope.READ in operation.get("x-scope", "").split()


def shapes(schema: Any) -> Iterator[str]:
    """Yield the names of all shapes of an answer, those inside of others too."""
    if isinstance(schema, list):
        for part in schema:
            yield from shapes(part)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                name = value.rsplit("/", 1)[1]
                yield name
                yield from shapes(API["components"]["schemas"][name])
            else:
                yield from shapes(value)


def shapes_read(*, privately: bool) -> set[str]:
    """Return the shapes of what is read with `read:private`, or without it."""
    reads = [operation for operation in READS if needs_reading(operation) == privately]
    return {name for operation in reads for name in shapes(operation["responses"])}


def test_what_is_read_with_a_right_is_not_answered_to_a_write_without_it() -> None:
    private = shapes_read(privately=True) - shapes_read(privately=False)
    assert {"PlanOut", "NotesOut"} <= private
    assert not {
        f"{method} {path}": shown
        for method, path, operation in WRITES
        if not needs_reading(operation) and (shown := private & {*shapes(operation["responses"])})
    }


def test_every_write_needs_a_token() -> None:
    """That is also where an answer that is kept for an `Idempotency-Key` is sent again."""
    assert all({} not in operation["security"] for _method, _path, operation in WRITES)


@pytest.mark.parametrize("status", [Status.OPEN, Status.RUNNING, Status.FINISHED])
def test_a_private_table_does_not_exist_without_the_right_to_read_it(
    status: Status, ada: User, ben: User
) -> None:
    match status:
        case Status.OPEN:
            game = table(ada, None, public=False)
        case Status.RUNNING:
            game = running_game(ada, ben, public=False)
        case _:
            game = finished_game(ada, ben, public=False)
    program = Program(ada, *{*Scope} - {Scope.READ})
    before = everything()
    for method, path in WRITES_AT_TABLES:
        address = path.removeprefix("/api/v1").format(number=game.pk)
        answer = program.send(method, address, BODIES.get(path.rsplit("/", 1)[1]))
        refusals = {(403, "missing_scope"), (404, "not_found")}
        assert (answer.status_code, answer.json()["code"]) in refusals, (method, path)
        assert everything() == before


def test_a_refused_answer_tells_only_a_reader_what_is_legal(ada: User, ben: User) -> None:
    """Of several answers, all or none, the first that is not possible is the reason."""
    game = running_game(ada, ben, answers=4)
    user = game.seats.get(asked=True).user
    assert user is not None
    path, before = f"/games/{game.pk}/answers", everything()
    data = {"seq": game.seq, "answers": ["recruit nero", "?"]}
    problem(Program(user).post(path, data), 409, "illegal_action")
    refused(Program(user, Scope.PLAY).post(path, data), 403, "missing_scope", before)
