"""To where nothing is ever posted, and how far a connection is believed."""

import socket
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from common.refusals import Refused
from games.notifications import http_client, reasons, ssrf
from games.notifications.delivery_errors import GiveUp, TryLater
from games.notifications.webhook import hooks
from games.notifications.webhook.sending import KEY, send
from games.tables.models import Game
from tests.notifications.mailing import delivery_of, notification_of
from tests.notifications.receiving import HOST, Receiver, let_in, resolve_nothing
from tests.notifications.webhook.hooks import hook
from tests.support.browsing import log_in_freshly

pytestmark = pytest.mark.django_db

PUBLIC = "93.184.215.14"
REAL_TRUST = http_client.trust
REAL_ADDRESSES = ssrf.public_addresses
delivery = partial(delivery_of, channel=KEY)


def test_a_certificate_of_somebody_else_is_not_believed(
    ada: User, game: Game, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_client, "trust", REAL_TRUST)
    hook(ada, there.url)
    with pytest.raises(TryLater) as later:
        send(delivery(notification_of(ada, game)))
    assert "CERTIFICATE_VERIFY_FAILED" in later.value.answer
    assert not there.posted


def test_nobody_there(ada: User, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    let_in(monkeypatch)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    hook(ada, f"https://{HOST}:{port}/")
    with pytest.raises(TryLater) as later:
        send(delivery(notification_of(ada, game)))
    assert later.value.answer.startswith("ConnectionRefusedError")


def test_an_answer_one_letter_at_a_time_is_cut_off(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Each letter comes in time; all of them never would."""
    settings.DEBUG = True
    let_in(monkeypatch)
    monkeypatch.setattr(http_client, "SECONDS", 0.3)
    cut = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _address = server.accept()
            with connection:
                connection.recv(65536)
                try:
                    connection.sendall(b"HTTP/1.1 200 ")
                    while not cut.wait(0.02):
                        connection.sendall(b"O")
                except OSError:
                    cut.set()

        thread = threading.Thread(target=drip)
        thread.start()
        hook(ada, f"http://{HOST}:{server.getsockname()[1]}/")
        try:
            with pytest.raises(TryLater):
                send(delivery(notification_of(ada, game)))
        finally:
            cut.set()
            thread.join()


def test_the_connection_goes_to_the_address_that_was_judged(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: the name is asked once, and says something else afterwards."""
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    tried: list[str] = []

    def connect(address: tuple[str, int], _timeout: float, **_more: Any) -> socket.socket:
        tried.append(address[0])
        raise OSError("no such host")

    monkeypatch.setattr(ssrf, "resolve", lambda *_where: next(answers))
    monkeypatch.setattr(socket, "create_connection", connect)
    hook(ada, "https://rebinding.example/")
    with pytest.raises(TryLater):
        send(delivery(notification_of(ada, game)))
    assert tried == [PUBLIC]


def test_proxies_of_the_environment_are_not_used(
    ada: User, game: Game, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    hook(ada, there.url)
    send(delivery(notification_of(ada, game)))
    assert len(there.posted) == 1
    assert there.names == [HOST], "the name of the host goes into the TLS handshake"


# --- to where never ---

INSIDE = [
    "127.0.0.1",
    "127.8.8.8",
    "10.0.0.1",
    "172.16.3.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "0.0.0.0",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:1::1",
    "2001:db8::1",
    "no address",
]


@pytest.mark.parametrize("address", INSIDE)
def test_inside(
    address: str, ada: User, game: Game, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssrf, "public_addresses", REAL_ADDRESSES)
    monkeypatch.setattr(ssrf, "resolve", lambda *_where: [PUBLIC, address])
    hook(ada, there.url)
    with pytest.raises(GiveUp) as end:
        send(delivery(notification_of(ada, game)))
    assert end.value.reason == reasons.REFUSED
    assert not there.posted


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "2a00:1450:4001::1"])
def test_outside(address: str) -> None:
    assert ssrf.is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::1]"])
def test_numbers_that_mean_this_machine(host: str, ada: User) -> None:
    """As the system reads them, without asking a name server."""
    with pytest.raises(Refused) as refused:
        hooks.add_webhook(ada, f"https://{host}/", "json")
    assert refused.value.status == 422


@pytest.mark.parametrize("port", [22, 25, 80, 6379, 8000])
def test_only_ports_of_https(port: int, ada: User, game: Game) -> None:
    with pytest.raises(Refused) as refused:
        hooks.add_webhook(ada, f"https://there.example:{port}/", "json")
    assert refused.value.status == 422
    assert str(refused.value) == "The site posts to ports 443 and 8443 only."
    hook(ada, f"https://there.example:{port}/")  # from before
    with pytest.raises(GiveUp) as end:
        send(delivery(notification_of(ada, game)))
    assert end.value.answer == str(refused.value)


def test_other_ports_of_https(ada: User) -> None:
    for port in ("", ":443", ":8443"):
        assert hooks.add_webhook(ada, f"https://there.example{port}/", "json").pk


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://there.example/",
        "ftp://there.example/",
        "javascript:alert(1)",
        "https://",
        "https://me@there.example/",
        "https://me:secret@there.example/",
        "https://there.example:port/",
        "https://there.example:99999/",
        "https://there.example/\r\nX: 1",
        "https://there.example/a b",
        "https://there.example/é",
        "//there.example/",
    ],
)
def test_no_address_at_all(url: str, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    let_in(monkeypatch)
    with pytest.raises(Refused) as refused:
        hooks.add_webhook(ada, url, "json")
    assert refused.value.status == 422


def test_http_only_on_a_developers_machine(
    ada: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    let_in(monkeypatch)
    settings.DEBUG = True
    assert hooks.add_webhook(ada, "http://there.example/", "json").pk


def test_a_name_that_leads_nowhere(ada: User, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_where: Any) -> list[str]:
        raise socket.gaierror("Name or service not known")

    monkeypatch.setattr(ssrf, "resolve", unknown)
    hook(ada, "https://nowhere.example/")
    with pytest.raises(TryLater) as later:  # names come back
        send(delivery(notification_of(ada, game)))
    assert later.value.answer == "There is no such host."


# --- slow name servers ---


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A resolver that answers nothing until the event is set, or the test is over."""
    end = threading.Event()
    real = socket.getaddrinfo

    def silent(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if more.get("flags") == socket.AI_NUMERICHOST:
            return real(host, port, *args, **more)
        end.wait(30)
        raise socket.gaierror("Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    yield end
    end.set()
    for thread in threading.enumerate():
        if thread.name == "resolver":  # else it makes room in the next test
            thread.join(30)


def test_a_delivery_waits_for_a_slow_name_server_as_long_as_for_an_answer(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch, silence: threading.Event
) -> None:
    monkeypatch.setattr(http_client, "SECONDS", 0.1)
    hook(ada, "https://slow.example/")
    with pytest.raises(TryLater) as later:
        send(delivery(notification_of(ada, game)))
    assert later.value.answer == "The name server of this host does not answer."
    assert not silence.is_set()


def test_a_process_resolves_so_many_names_at_once(
    ada: User, game: Game, monkeypatch: pytest.MonkeyPatch, silence: threading.Event
) -> None:
    monkeypatch.setattr(ssrf, "_lookups", threading.BoundedSemaphore(1))
    with pytest.raises(TimeoutError):
        ssrf.resolve("slow.example", 443, 0.01)
    with pytest.raises(OSError, match="too many names"):
        ssrf.resolve("other.example", 443, 60)
    silence.set()
    assert ssrf._lookups.acquire(timeout=30), "a lookup that has ended makes room"


def test_pages_resolve_no_names(ada: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    resolve_nothing(monkeypatch)
    log_in_freshly(client, ada)
    added = client.post("/webhooks/add/", {"url": "https://slow.example/", "form": "json"})
    assert added.status_code == 201
