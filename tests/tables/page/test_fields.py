"""Fields that the templates of a table ask for: Django renders one that is gone as nothing."""

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from django.conf import settings

from games.tables.page.replay import ReplayPage
from games.tables.page.table import TablePage

FIELD = re.compile(r"\bpage\.(?!css\b)([a-z_]+)(?:\.([a-z_]+))?")
"""`page.bar.asked`; not the name of a style sheet."""
TEMPLATES = settings.BASE_DIR / "templates" / "tables"
FILES = sorted(path for path in TEMPLATES.rglob("*") if path.suffix in (".html", ".jinja"))


def asked_for(path: Path, page: type) -> Iterator[str]:
    """Yield the fields of a page and its regions that a template names and that don't exist."""
    regions = get_type_hints(page)
    for match in FIELD.finditer(path.read_text()):
        region, field = match.groups()
        if region not in regions and not hasattr(page, region):
            yield match[0]
        kinds = [kind for kind in get_args(regions.get(region)) or [regions.get(region)] if kind]
        known = [kind for kind in kinds if is_dataclass(kind)]
        names = {name for kind in known for name in (*get_type_hints(kind), *dir(kind))}
        if field and known and field not in names:
            yield match[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_templates_ask_for_fields_that_exist(path: Path) -> None:
    page = ReplayPage if "replay" in path.stem else TablePage
    assert list(asked_for(path, page)) == []


def test_a_field_that_is_gone_is_found(tmp_path: Path) -> None:
    path = tmp_path / "some.jinja"
    path.write_text("{{ page.bar.four }} {{ page.bar.label }} {{ page.gone }} {{ page.agents }}")
    assert list(asked_for(path, TablePage)) == ["page.bar.four", "page.gone"]
