"""`python -m engine digest`, and what the image compiles."""

import re
from pathlib import Path
from unittest import mock

import pytest

from engine.bots import BOTS
from engine.terminal.digest import FORMS, digest
from tests.engine.terminal.running import Run

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_the_same_games_have_the_same_digest(run: Run) -> None:
    ran = run("digest", "--games", "1")
    assert ran.code == 0
    lines = [line for line in ran.out.splitlines() if line]
    assert [line.partition(": ")[0] for line in lines] == list(FORMS)
    assert len({line.partition(": ")[2] for line in lines}) == len(FORMS)
    few = dict(list(FORMS.items())[:1])
    with mock.patch.dict(FORMS, few, clear=True):
        assert digest(1) == lines[:1]
        with mock.patch.dict(BOTS, nova=BOTS["random"]):
            assert digest(1) != lines[:1]


def test_the_modules_to_compile_exist_and_the_image_compiles_them() -> None:
    script = (ROOT / "bin" / "compile-engine").read_text()
    listed = re.search(r'modules=\$\{MODULES:-"([^"]+)"\}', script)
    assert listed is not None
    assert all((ROOT / "engine" / name).exists() for name in listed[1].split())
    image = (ROOT / "Dockerfile").read_text()
    assert "bin/compile-engine /compiled" in image
    assert "COPY --from=engine /compiled ./" in image
