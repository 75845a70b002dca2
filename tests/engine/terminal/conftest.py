"""Fixtures of the terminal's tests: a command runs in this process with typed input."""

import io
import sys

import pytest

from engine.terminal.commands import main
from tests.engine.terminal.running import Ran, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*argv: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(list(argv))
        return Ran(code, *capsys.readouterr())

    return run
