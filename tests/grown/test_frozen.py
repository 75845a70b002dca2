"""Connections that die without a reset: each kind of process notices, and goes on by itself.

The processes of these tests reach PostgreSQL and Redis through relays, which are frozen: what is
open then swallows bytes for ever, while new connections work.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.grown.conftest import NewPlayer
from tests.grown.people import Table
from tests.grown.test_failing import following_moves_are_told, forgotten
from tests.support.relay import Relay
from tools.grown.services import Grown, Part, free_ports, until

pytestmark = pytest.mark.slow  # most of the time is that which a dead connection has

SOON = 30.0
"""Seconds in which every process has to be back; its own limits are a tenth of the usual ones."""
LIMITS = {"DATABASE_TIMEOUT": "1", "REDIS_TIMEOUT": "1", "STANDSTILL": "4"}


@dataclass
class Behind:
    """A process behind relays."""

    part: Part
    relays: tuple[Relay, Relay]

    def freeze(self) -> None:
        """Let all its connections die; there must be some to PostgreSQL or Redis."""
        assert sum(relay.freeze() for relay in self.relays)


Start = Callable[..., Behind]


@pytest.fixture
def behind(grown: Grown) -> Iterator[Start]:
    """Return what starts a part of the site behind relays; the usual one stops for as long."""
    with ExitStack() as stack:

        def start(name: str, **more: str) -> Behind:
            return stack.enter_context(_started(grown, name, more))

        yield start


@contextmanager
def _started(grown: Grown, name: str, more: dict[str, Any]) -> Iterator[Behind]:
    with Relay(grown.postgres.port) as postgres, Relay(grown.redis.port) as redis:
        env = {
            **grown.env,
            **LIMITS,
            "DATABASE_URL": grown.postgres.url.replace(
                f":{grown.postgres.port}/", f":{postgres.port}/"
            ),
            "REDIS_URL": grown.redis.url.replace(f":{grown.redis.port}/", f":{redis.port}/"),
            **more,
        }
        usual = grown.parts.get(name)
        if usual is not None:
            usual.kill()
        part = Part(name, env, grown.folder / f"{name}-behind.log")
        part.start()
        try:
            yield Behind(part, (postgres, redis))
        finally:
            part.kill()
            print(part.news())


def test_a_web_process(grown: Grown, new_player: NewPlayer, behind: Start) -> None:
    (port,) = free_ports(1)
    web = f"127.0.0.1:{port}"
    frozen = behind("web", PORTS=str(port), SITE_URL=f"http://{web}")
    until(lambda: grown.ready(web).get("database"))
    ada, bob = new_player(0), new_player(1)
    table = Table(grown, ada, bob)
    there = ada.at(web)
    assert there.get(table.path).status == 200
    with there.socket(table.pk) as page:
        page.hears(table.version)
        frozen.freeze()
        until(lambda: there.get(table.path).status == 200, SOON)
        following_moves_are_told(table, page)
        assert there.get("/").status == 200


def test_a_web_process_that_is_cut_off_says_so_and_answers_in_time(
    grown: Grown, new_player: NewPlayer, behind: Start
) -> None:
    (port,) = free_ports(1)
    web = f"127.0.0.1:{port}"
    frozen = behind("web", PORTS=str(port), SITE_URL=f"http://{web}")
    until(lambda: serves(grown, web))
    ada = new_player(0).at(web)
    assert ada.get("/").status == 200
    for relay in frozen.relays:
        relay.freeze(new=True)
    until(lambda: grown.ready(web, "/servingz")["database"] is False, SOON)
    with ThreadPoolExecutor(20) as pool:  # twice as many as the pool has connections
        answers = list(pool.map(lambda _visit: ada.get("/"), range(20)))
    assert {answer.status for answer in answers} == {503}
    for relay in frozen.relays:
        relay.thaw()
    until(lambda: serves(grown, web), SOON)
    until(lambda: ada.get("/").status == 200, SOON)


def serves(grown: Grown, web: str) -> bool:
    """Whether a web process says that it can serve."""
    parts = grown.ready(web, "/servingz")
    return bool(parts) and all(parts.values())


def test_a_worker(grown: Grown, new_player: NewPlayer, behind: Start) -> None:
    frozen = behind("worker-bots")
    table = Table(grown, new_player(0), None)  # the bot has thought about its hand
    frozen.freeze()
    while table.asked() == [0]:
        table.plays(0)
    seq = table.seq

    def has_answered() -> bool:
        forgotten(table)
        return table.seq > seq

    until(has_answered, SOON)


def test_beat(grown: Grown, behind: Start) -> None:
    frozen = behind("beat")
    _next_sweep(grown)
    frozen.freeze()
    for _sweep in range(2):  # the first may have been queued before
        _next_sweep(grown)


def _next_sweep(grown: Grown) -> None:
    before = _last_sweep(grown)
    until(lambda: _last_sweep(grown) > before, SOON)


def _last_sweep(grown: Grown) -> Any:
    sweeps = "SELECT coalesce(max(at), 'epoch') FROM tables_heartbeat WHERE worker = 'clocks'"
    return grown.rows(sweeps)[0][0]
