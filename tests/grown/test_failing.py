"""What ends suddenly costs time, and never a move."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection

import pytest
import redis
from websockets.exceptions import InvalidStatus

from tests.grown.conftest import NewPlayer
from tests.grown.people import Person, Socket, Table
from tools.grown.services import PATIENCE, WORKERS, Grown, until


def forgotten(table: Table) -> None:
    """Make a bot's question old enough for the sweep, which still has to find it."""
    table.grown.rows(
        "UPDATE tables_seat SET asked_at = now() - interval '1 minute' WHERE game_id = %s", table.pk
    )


def bot_moves_once(table: Table, before: int) -> None:
    """Wait for the bot; no move may be missing, or there twice."""
    table.until_person(before)
    moves = table.moves()
    assert [seq for seq, _seat in moves] == list(range(1, table.seq + 1))
    assert {seat for _seq, seat in moves[before:]} == {1}
    table.grown.manage("check_games", str(table.pk))


def test_redis_gone_and_back(grown: Grown, new_player: NewPlayer) -> None:
    ada, bob = new_player(0), new_player(1)
    table, with_bot = Table(grown, ada, bob), Table(grown, ada, None)
    with bob.socket(table.pk) as his:
        his.hears(table.version)
        grown.redis.kill()
        shown = table.plays(0).version
        assert (len(table.moves()), table.version) == (1, shown)
        assert bob.get(table.path).version == shown
        waiting = with_bot.until_bot()
        for web in grown.web:
            ready = grown.ready(web)
            assert (ready["database"], ready["redis"]) == (True, False)
            assert ada.at(web).get("/").status == 200
        assert not reaches(bob, table)
        said: list[str] = []

        def is_given_up() -> bool:
            said.extend(grown.parts[f"web-{number}"].news() for number in (1, 2))
            return "could not publish to " in "".join(said)

        until(is_given_up)  # it is tried again first
        assert "Traceback" not in "".join(said)
        grown.heal()
        # The page that stayed open has missed the hint, and is told all the same.
        assert his.hears(shown) == shown
        with bob.socket(table.pk) as again:
            assert again.hears(shown) == shown
            following_moves_are_told(table, his, again)
    forgotten(with_bot)
    bot_moves_once(with_bot, waiting)
    for web in grown.web:
        assert grown.ready(web)["redis"]


@pytest.mark.slow
def test_redis_full(grown: Grown, new_player: NewPlayer) -> None:
    ada, bob = new_player(0), new_player(1)
    table, with_bot = Table(grown, ada, bob), Table(grown, ada, None)
    with redis.Redis.from_url(grown.redis.url) as client:
        client.config_set("maxmemory", 1)
        try:
            with_bot.plays(0)
            waiting = with_bot.until_bot()
            table.plays(0)
        finally:
            client.config_set("maxmemory", 0)
    forgotten(with_bot)
    until(lambda: with_bot.seq > waiting)
    assert all(part.runs for part in grown.parts.values())
    grown.manage("check_games", str(with_bot.pk))


def reaches(person: Person, table: Table) -> bool:
    """Whether a page's socket is let in now."""
    try:
        with person.socket(table.pk):
            return True
    except InvalidStatus:
        return False


def following_moves_are_told(table: Table, *sockets: Socket) -> None:
    """Let the first player answer; every socket hears of it."""
    version = table.plays(table.asked()[0]).version
    for socket in sockets:
        assert socket.hears(version) == version


def test_postgresql_restarted_between_requests(grown: Grown, new_player: NewPlayer) -> None:
    ada, bob = new_player(0), new_player(1)
    table, with_bot = Table(grown, ada, bob), Table(grown, ada, None)
    visits = [ada.at(web) for web in grown.web] * 8  # more than one connection in each pool
    with ThreadPoolExecutor(len(visits)) as pool:
        for after in (visits, visits[:2]):  # many at once, and one with a pool of dead connections
            assert {one.status for one in pool.map(lambda who: who.get(table.path), visits)} == {
                200
            }
            grown.postgres.restart()
            assert {one.status for one in pool.map(lambda who: who.get(table.path), after)} == {200}
            with grown.bots.asleep():
                waiting = with_bot.until_bot()
            with_bot.until_person(waiting)
    table.plays(0)
    grown.manage("check_games", str(table.pk), str(with_bot.pk))


def test_postgresql_restarted_in_the_middle_of_a_confirm(
    grown: Grown, new_player: NewPlayer
) -> None:
    table = Table(grown, new_player(0), new_player(1))
    person, seq = table.drafts(0)
    path = f"{table.path}confirm/"
    lock = "SELECT 1 FROM tables_seat WHERE game_id = %s FOR UPDATE"
    with ThreadPoolExecutor(1) as pool:
        with grown.locked(lock, table.pk):
            asked = pool.submit(lambda: person.post(path, seq=seq))
            until(lambda: grown.held_up('UPDATE "tables_seat"'))  # the move is written already
            grown.cut_off('UPDATE "tables_seat"')  # else the lock's end might let it through before
            grown.postgres.restart()
        assert asked.result().status == 503
    assert table.moves() == []
    assert [person.post(path, seq=seq).status for _click in range(2)] == [200, 200]
    assert table.moves() == [(1, 0)]
    grown.manage("check_games", str(table.pk))


@pytest.mark.parametrize("victim", ["worker", pytest.param("child", marks=pytest.mark.slow)])
def test_killed_in_the_middle_of_a_bots_move(
    grown: Grown, new_player: NewPlayer, victim: str
) -> None:
    table = Table(grown, new_player(0), None)
    grown.bots.signal(signal.SIGSTOP)
    before = table.until_bot()
    lock = "SELECT 1 FROM tables_seat WHERE game_id = %s AND number = 1 FOR UPDATE"
    with grown.locked(lock, table.pk):
        grown.bots.signal(signal.SIGCONT)
        until(lambda: grown.held_up('UPDATE "tables_seat"'))  # the move is written already
        if victim == "worker":
            grown.bots.kill()
        else:
            for child in grown.bots.grandchildren():
                os.kill(child, signal.SIGKILL)
    until(lambda: not grown.held_up(""))
    if victim == "worker":
        assert len(table.moves()) == before
        grown.bots.start()
    forgotten(table)
    bot_moves_once(table, before)


def test_odd_requests_keep_no_connection(grown: Grown, new_player: NewPlayer) -> None:
    """Three times as many as the pool has connections; then the pages still answer."""
    ada = new_player(0)
    headers = {
        "Cookie": f"sessionid={ada.session}; csrftoken={'a' * 32}",
        "Content-Type": "application/x-www-form-urlencoded; charset=latin1",
    }
    for web in grown.web:
        for _try in range(30):
            connection = HTTPConnection(web, timeout=PATIENCE)
            connection.request("POST", "/preferences/", "about=1", headers)
            assert connection.getresponse().status == 400
            connection.close()
        assert ada.at(web).get("/").status == 200


@pytest.mark.slow
def test_a_heart_that_beats_no_more_is_said(grown: Grown) -> None:
    for worker in WORKERS:
        for change in (
            "UPDATE tables_heartbeat SET at = now() - interval '91 seconds' WHERE worker = %s",
            "DELETE FROM tables_heartbeat WHERE worker = %s",
        ):
            # A heart may beat between the two: then again.
            until(partial(said_dead, grown, worker, change))
    for web in grown.web:
        until(partial(all_well, grown, web))


def said_dead(grown: Grown, worker: str, change: str) -> bool:
    """Change a heart's row; return whether every web process says so."""
    grown.rows(change, worker)
    return not any(grown.ready(web)[f"worker {worker}"] for web in grown.web)


def all_well(grown: Grown, web: str) -> bool:
    """Whether a web process says that everything works."""
    return all(grown.ready(web).values())
