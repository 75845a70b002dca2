"""The examples in the engine's docstrings work, and its public face has some."""

import doctest
import pkgutil
from importlib import import_module
from importlib.util import find_spec

import pytest

import engine
from engine.errors import EngineError

NEEDS_MORE = {
    "engine.environments.against": "gymnasium",
    "engine.environments.zenith_v1": "pettingzoo",
}
"""Module -> a package that is not installed here; bin/package tests these."""
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if module.name != "engine.__main__"
    and (module.name not in NEEDS_MORE or find_spec(NEEDS_MORE[module.name]))
)


@pytest.mark.parametrize("name", ["engine", *MODULES])
def test_the_examples_work(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("name", engine.__all__)
def test_the_public_face_explains_itself(name: str) -> None:
    thing = getattr(engine, name)
    if not isinstance(thing, int):
        assert thing.__doc__
        is_error = isinstance(thing, type) and issubclass(thing, EngineError)
        assert ">>>" in thing.__doc__ or (is_error and thing is not EngineError)
