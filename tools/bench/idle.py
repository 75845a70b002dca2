"""Measure what open sockets and open streams cost while nothing happens.

Starts a web process on SQLite with one public game, opens so many sockets of its page, then as many
streams of the API, and prints the CPU time and the memory that the process needs for them.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import django
from websockets.asyncio.client import connect

OF_A_HOUSE = 40
"""Connections from one address: as many as visitors of a household may have."""
AT_ONCE = 50
"""Connections that are opened at the same time."""
TICKS = os.sysconf("SC_CLK_TCK")

type Opening = Callable[[AsyncExitStack, str], Awaitable[None]]
"""Opens a connection from an address."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.idle", description=__doc__)
    parser.add_argument("--connections", type=int, default=1000, help="at once (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="of each measure (%(default)s)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        os.environ |= {"DATA_DIR": folder, "SITE_URL": f"http://127.0.0.1:{port}", "DEBUG": "0"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings"
        (Path(folder) / "static").mkdir()
        django.setup()
        game = _make_game()
        command = ("-m", "uvicorn", "zenith_site.asgi:application", "--port", str(port))
        more = ("--http", "zenith_site.connections:Connection", "--ws-ping-interval", "15")
        with subprocess.Popen(
            [sys.executable, *command, *more], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        ) as process:
            try:
                asyncio.run(_measure(process.pid, port, game, chosen))
            finally:
                process.terminate()


def _make_game() -> int:
    from tests.support.factories import player, running_game  # noqa: PLC0415 - settings first
    from zenith_site.alone import migrate  # noqa: PLC0415

    migrate()
    return running_game(player("ada"), player("ben"), answers=20, public=True).pk


async def _measure(pid: int, port: int, game: int, chosen: argparse.Namespace) -> None:
    async def open_socket(stack: AsyncExitStack, address: str) -> None:
        url = f"ws://127.0.0.1:{port}/ws/tables/{game}/"
        origin = f"http://127.0.0.1:{port}"
        await stack.enter_async_context(connect(url, origin=origin, local_addr=(address, 0)))  # type: ignore[arg-type]

    async def open_stream(stack: AsyncExitStack, address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        stack.callback(writer.close)
        path = f"/api/v1/games/{game}/stream"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise ConnectionError(status.decode())
        stack.callback(asyncio.create_task(_read(reader)).cancel)

    await _until_it_answers(port)
    kinds: dict[str, Opening] = {"sockets": open_socket, "streams": open_stream}
    for name, opening in kinds.items():
        await _measure_kind(pid, name, opening, chosen)


async def _measure_kind(pid: int, name: str, opening: Opening, chosen: argparse.Namespace) -> None:
    before = _memory(pid)
    async with AsyncExitStack() as stack:
        for first in range(0, chosen.connections, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, chosen.connections))
            await asyncio.gather(*(opening(stack, address_of(number)) for number in numbers))
        await asyncio.sleep(10)  # what opening them left to do
        memory, begun, used = _memory(pid) - before, monotonic(), _cpu(pid)
        await asyncio.sleep(chosen.seconds)
        share = 100 * (_cpu(pid) - used) / (monotonic() - begun)
    print(f"{chosen.connections} idle {name}: {share:.1f} % of a core, {memory / 1024:.0f} MB more")


def address_of(number: int) -> str:
    """Return the address on this machine of the household that has the connection."""
    house = number // OF_A_HOUSE
    return f"127.1.{1 + house // 250}.{1 + house % 250}"


async def _read(reader: asyncio.StreamReader) -> None:
    while await reader.read(4096):
        pass


async def _until_it_answers(port: int) -> None:
    for _try in range(300):
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.2)
        else:
            writer.close()
            return
    raise TimeoutError


def _cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory(pid: int) -> int:
    """Return the kB of memory that a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


if __name__ == "__main__":
    main()
