"""Each tool explains itself with `--help`."""

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = sorted(path.parent.name for path in ROOT.glob("tools/*/__main__.py"))


@pytest.mark.parametrize(
    "command",
    [*TOOLS, "bench.queues", "simulation month", "simulation year"],
)
def test_help(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, *mode = command.split()
    monkeypatch.setattr(sys, "argv", [module, *mode, "--help"])
    # a test of the tool has imported it; runpy warns of a module that is there already
    monkeypatch.delitem(sys.modules, f"tools.{module}.__main__", raising=False)
    with pytest.raises(SystemExit, match="0"):
        runpy.run_module(f"tools.{module}", run_name="__main__")
    assert capsys.readouterr().out.startswith(f"usage: python -m tools.{command} [")
