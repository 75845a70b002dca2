"""A replica of the database: what is read there, and what becomes of a page when it fails."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.grown.conftest import NewPlayer
from tests.grown.people import Person
from tools.grown.services import Grown, Part, Replica, free_ports, until

MEASURES = """SELECT 1 FROM pg_stat_activity WHERE starts_with(query, 'SELECT pg_wal_lsn_diff')"""


@pytest.fixture
def replica(grown: Grown) -> Iterator[Replica]:
    (port,) = free_ports(1)
    replica = Replica(grown.folder / "replica", grown.postgres, port)
    yield replica
    replica.stop()


@pytest.mark.slow
def test_what_may_be_old_is_read_from_it(
    grown: Grown, replica: Replica, new_player: NewPlayer
) -> None:
    (port,) = free_ports(1)
    own = {"PORTS": str(port), "SITE_URL": f"http://127.0.0.1:{port}"}
    env = {**grown.env, **own, "DATABASE_REPLICA_URL": replica.url, "DATABASE_REPLICA_LAG": "30"}
    part = Part("web", env, grown.folder / "web-replica.log")
    part.start()
    try:
        player = new_player(0).at(f"127.0.0.1:{port}")
        visitor = replace(player, session="none")
        until(lambda: grown.ready(player.web).get("database"))
        until(lambda: replica.rows(MEASURES))
        _reads(grown, replica, player, visitor)
    finally:
        part.kill()
        print(part.news())


def _reads(grown: Grown, replica: Replica, player: Person, visitor: Person) -> None:
    query = "SELECT username, id FROM accounts_user WHERE starts_with(username, 'player') LIMIT 1"
    ((name, pk),) = grown.rows(query)
    old, new = f"/players/{name}/", f"/players/renamed{pk}/"
    assert until(lambda: visitor.get(old).status == 200)
    replica.rows("SELECT pg_wal_replay_pause()")
    grown.rows(f"UPDATE accounts_user SET username = 'renamed{pk}' WHERE id = {pk}")
    assert [visitor.get(path).status for path in (old, new)] == [200, 404]
    player.post("/players/other/follow/")
    assert [player.get(path).status for path in (old, new)] == [404, 200]
    replica.stop()
    assert [visitor.get(path).status for path in (old, new)] == [404, 200]
