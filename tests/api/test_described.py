"""schemathesis: every operation answers as docs/openapi.json says, to whatever is sent.

Few examples, always the same ones, in this process. `tests/api/test_fuzz.py` sends what the
description does not think of.
"""

from importlib import import_module
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings

from accounts.models import User
from games.api import gate
from games.api.api import description
from games.endpoints.access import Scope
from games.tables.models import Game
from games.tables.services import ending
from tests.api.client import Program, application
from tests.support.factories import running_game

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]


# mypy does not follow it: it imports private modules of `re`, which then count as public ones.
schemathesis: Any = import_module("schemathesis")
SCHEMA = schemathesis.openapi.from_dict(description())
SCHEMA.app = application
ALL = [result.ok() for result in SCHEMA.get_all_operations()]
OPERATIONS = [operation for operation in ALL if not operation.path.endswith("/stream")]
"""Streams have no end: `tests/api/test_streams.py` reads them."""
rules: Any = import_module("schemathesis.specs.openapi.checks")
CHECKS = [
    import_module("schemathesis.checks").not_a_server_error,
    rules.status_code_conformance,
    rules.content_type_conformance,
    rules.response_schema_conformance,
]
EXAMPLES = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def game(ada: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose number examples are led to, beside one that is over."""
    for name in ("VISITORS", "READING", "WRITING"):
        monkeypatch.setattr(gate, name, gate.RateLimit(name, 10_000))
    ending.resign(ada, running_game(ada, ben, answers=4, rated=True).pk)
    return running_game(ada, ben, answers=2)


def known(parameters: dict[str, Any], game: Game) -> dict[str, Any]:
    """Return the parameters of an address, with things that exist in every other example."""
    names = {"number": game.pk, "name": "ada", "pool": "days", "key": "nero"}
    return {name: names.get(name, value) for name, value in parameters.items()}


def test_the_description_is_openapi() -> None:
    assert description()["openapi"].startswith("3.1")
    SCHEMA.validate()
    assert len(ALL) == sum(len(methods) for methods in description()["paths"].values())


@pytest.mark.whole
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_an_operation_answers_as_described(operation: Any, ada: User, game: Game) -> None:
    headers = {**Program(ada, *Scope.values).headers, "accept-encoding": "identity"}
    examples = count()

    @EXAMPLES
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if next(examples) % 2 == 0:
            case.path_parameters = known(case.path_parameters or {}, game)
        with transaction.atomic():
            case.call_and_validate(headers=headers, checks=CHECKS)
            transaction.set_rollback(True)

    ask()
