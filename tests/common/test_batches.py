"""Many rows, read in batches and in one snapshot."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

from accounts.models import User
from common.batches import in_batches, snapshot
from tests.support.factories import player

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for name in ("common", "accounts", "games", "zenith_site")
    for path in (ROOT / name).rglob("*.py")
]


@pytest.mark.django_db
def test_each_row_comes_once_in_order(django_assert_num_queries: Any) -> None:
    people = sorted(player(f"p{number}").pk for number in range(7))
    rows = User.objects.filter(pk__in=people)
    with django_assert_num_queries(4):  # three full batches of two and one, and none
        assert [user.pk for user in in_batches(rows, "pk", 2)] == people


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="a transaction keeps all others away")
def test_a_snapshot_sees_nothing_of_what_is_committed_meanwhile() -> None:
    user = player("ada")

    def rename() -> None:
        User.objects.filter(pk=user.pk).update(username="countess")
        connections.close_all()

    with ThreadPoolExecutor(1) as other:
        with snapshot():
            assert User.objects.get().username == "ada"
            other.submit(rename).result()
            assert User.objects.get().username == "ada"
        assert User.objects.get().username == "countess"


def test_nothing_relies_on_cursors_that_a_pooler_forgets() -> None:
    relying = [path.name for path in SOURCES if re.search(r"\.iterator\(", path.read_text())]
    assert relying == []
