"""The relay of the tests: bytes pass, until its connections are frozen."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.support.relay import HOST, Relay


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with closing(socket.create_server((HOST, 0))) as server:
        server.settimeout(10)
        yield server


def connected(relay: Relay, listening: socket.socket) -> tuple[socket.socket, socket.socket]:
    """Return both ends of a connection through the relay."""
    client = socket.create_connection((HOST, relay.port), timeout=10)
    server = listening.accept()[0]
    server.settimeout(10)
    return client, server


def is_silent(end: socket.socket) -> bool:
    """Whether nothing comes, not even an end."""
    end.settimeout(0.05)
    try:
        end.recv(1)
    except TimeoutError:
        return True
    return False


def test_bytes_pass_both_ways_and_so_does_the_end(listening: socket.socket) -> None:
    with Relay(listening.getsockname()[1]) as relay:
        client, server = connected(relay, listening)
        with closing(client), closing(server):
            client.sendall(b"ping")
            assert server.recv(4) == b"ping"
            server.sendall(b"pong")
            assert client.recv(4) == b"pong"
            server.close()
            assert client.recv(1) == b""


def test_a_frozen_connection_swallows_bytes_while_a_new_one_works(listening: socket.socket) -> None:
    with Relay(listening.getsockname()[1]) as relay:
        client, server = connected(relay, listening)
        with closing(client), closing(server):
            assert relay.freeze() == 1
            client.sendall(b"ping")
            assert is_silent(server)
            server.close()
            assert is_silent(client)
            later, accepted = connected(relay, listening)
            with closing(later), closing(accepted):
                later.sendall(b"ping")
                assert accepted.recv(4) == b"ping"
                assert relay.freeze(new=True) == 2
                never, silent = connected(relay, listening)
                with closing(never), closing(silent):
                    never.sendall(b"ping")
                    assert is_silent(silent)
