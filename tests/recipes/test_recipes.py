"""Each recipe of docs/recipes.md works: its code fits the code, and its checks pass."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.recipes.reading import Recipe, recipes
from tools.scratch import ROOT, copy_to, environment

RECIPES = recipes()


def title_of(recipe: Recipe) -> str:
    return re.sub(r"\W+", "-", recipe.title.lower())


@pytest.mark.parametrize("recipe", RECIPES, ids=title_of)
def test_the_places_of_a_recipe_exist(recipe: Recipe) -> None:
    assert recipe.commands
    for path, text in recipe.files(ROOT).items():
        if path.endswith(".py"):
            compile(text, path, "exec")


@pytest.mark.slow
@pytest.mark.parametrize("recipe", RECIPES, ids=title_of)
def test_a_recipe_works(recipe: Recipe, tmp_path: Path) -> None:
    copy_to(tmp_path)
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    recipe.apply(tmp_path)
    changed = [path for path in recipe.files(ROOT) if path.endswith(".py")]
    for command in (
        *recipe.commands,
        f".venv/bin/ruff format --quiet {' '.join(changed)}",
        ".venv/bin/ruff check --quiet",
        ".venv/bin/python -m mypy",
        ".venv/bin/lint-imports --no-logo",
        ".venv/bin/python -m tools.layers",
    ):
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}"
