"""A push service or a webhook for tests: `with Receiver() as there`, then post to `there.url`.

It speaks TLS with a certificate of its own for `there.example`. The guard is handed its address
as if that were a public one, and its certificate is believed; all else is as ever.
"""

import socket
import ssl
import threading
from datetime import UTC, datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from games.notifications import http_client, ssrf

HOST = "there.example"


class Posted(NamedTuple):
    """What came in."""

    path: str
    headers: Any
    body: bytes


class Receiver:
    """Answers with `status` and `headers`; remembers what was posted."""

    def __init__(self, secure: bool = True, **headers: str) -> None:
        self.status = 201
        self.headers = headers
        self.posted: list[Posted] = []
        self.names: list[str | None] = []
        """For which names certificates were asked."""
        there = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                there.posted.append(Posted(self.path, self.headers, body))
                self.send_response(there.status)
                for name, value in there.headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.secure = secure
        if secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate())
            context.sni_callback = lambda _sock, name, _context: self.names.append(name)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)

    @property
    def url(self) -> str:
        """Where to post."""
        scheme = "https" if self.secure else "http"
        return f"{scheme}://{HOST}:{self.server.server_port}/to/me?key=1"

    def __enter__(self) -> "Receiver":
        """Listen."""
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop."""
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def resolve_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no name be looked up: a page that asks for one waits as long as another server likes."""

    def asked(host: Any, *_args: Any, **more: Any) -> Any:
        assert more.get("flags") == socket.AI_NUMERICHOST, f"a page asks for {host}"
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", asked)


def let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let posts to `HOST`, and to nothing else, reach any port of this machine, and believe its
    certificate.
    """

    def addresses(host: str, _port: int, _seconds: float) -> list[str]:
        assert host == HOST
        return ["127.0.0.1"]

    monkeypatch.setattr(ssrf, "PORTS", frozenset(range(65536)))
    monkeypatch.setattr(ssrf, "public_addresses", addresses)
    monkeypatch.setattr(
        http_client, "trust", lambda: ssl.create_default_context(cafile=str(certificate()))
    )


@cache
def certificate() -> Path:
    """Return a file with a key and its certificate for `HOST`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True,
                key_cert_sign=True,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                crl_sign=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .sign(key, SHA256())
    )
    path = Path(mkdtemp(prefix="zenith-certificate-")) / "both.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return path
