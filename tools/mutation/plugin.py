"""A pytest plugin: notes which tests run the lines of mutants, and runs only tests of a list.

`MUTATION_LINES` names a JSON file {path: {line: [numbers of mutants]}} and `MUTATION_NOTES` a
folder for the notes; `MUTATION_TESTS` names a file with the tests to run, in their order.
"""

import gc
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

TOOL = 4
"""One of the numbers for tools of `sys.monitoring`."""
LINES = sys.monitoring.events.LINE


class LineNotes:
    """Notes after each test which mutants' lines it has run, and how long it took."""

    def __init__(self, wanted: dict[str, dict[str, list[int]]], notes: Path) -> None:
        self.wanted = wanted
        self.file = notes.open("a")
        self.mutants: set[int] = set()
        sys.monitoring.use_tool_id(TOOL, "mutation")
        sys.monitoring.register_callback(TOOL, LINES, self._ran)

    def _ran(self, code: CodeType, line: int) -> object:
        self.mutants.update(self.wanted[code.co_filename].get(str(line), ()))
        return sys.monitoring.DISABLE

    def _watch(self, code: CodeType) -> None:
        sys.monitoring.set_local_events(TOOL, code, LINES)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._watch(constant)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self) -> None:
        """Watch the functions of the files; before the garbage collector is told to ignore them."""
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and function.__code__.co_filename in self.wanted:
                self._watch(function.__code__)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        """Forget what the test before has run."""
        self.mutants.clear()
        sys.monitoring.restart_events()
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that has passed."""
        if report.when == "call" and report.passed and self.mutants:
            note = report.nodeid, round(report.duration, 3), sorted(self.mutants)
            self.file.write(json.dumps(note) + "\n")
            self.file.flush()


def pytest_configure(config: pytest.Config) -> None:
    """Note lines in processes that run tests: all but the one that hands them out."""
    if (wanted := os.environ.get("MUTATION_LINES")) and not config.getoption("numprocesses", None):
        notes = Path(os.environ["MUTATION_NOTES"], f"{os.getpid()}.jsonl")
        config.pluginmanager.register(LineNotes(json.loads(Path(wanted).read_text()), notes))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the list."""
    if name := os.environ.get("MUTATION_TESTS"):
        order = {test: place for place, test in enumerate(Path(name).read_text().splitlines())}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )
