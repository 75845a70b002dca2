"""The client of a site's API: what it sends, and what it makes of every kind of answer."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from engine.terminal import site as site_module
from engine.terminal.site import Site, SiteFailure
from tests.engine.terminal.running import Run, refused

PROBLEM = json.dumps({"code": "too_many", "detail": "Wait a minute."}).encode()


class Answers(BaseHTTPRequestHandler):
    """A site that answers by the path."""

    requests: list[tuple[str, str, dict[str, str], bytes]]

    def do_GET(self) -> None:
        """Answer."""
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        type(self).requests.append((self.command, self.path, dict(self.headers.items()), body))
        headers: dict[str, str] = {}
        status, content, length = 200, b'{"n": 1}', None
        match self.path.rpartition("/")[2]:
            case "busy":
                status, content, headers = 429, PROBLEM, {"Retry-After": "7"}
            case "page":
                status, content = 502, b"<html>"
            case "moved":
                status, headers = 302, {"Location": "http://127.0.0.1:9/steal"}
            case "text":
                content = b"<html>"
            case "short":
                length = 100
            case "stream":
                content = b'\n{"event":"ready"}\n\n{"event":"turn"}\n'
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length or len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """Return the address of a site on this machine."""
    Answers.requests = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_it_reads_and_writes(address: str) -> None:
    site = Site(f"{address}/", "zenith_secret")
    assert site.get("/me") == {"n": 1}
    assert site.post("/games/1/answers", {"seq": 0}, "a-key") == {"n": 1}
    assert list(site.lines("/stream")) == ['{"event":"ready"}\n', '{"event":"turn"}\n']
    (_, path, headers, _), (method, _, posted, body), _ = Answers.requests
    assert (path, headers["Authorization"]) == ("/api/v1/me", "Bearer zenith_secret")
    assert (method, json.loads(body), posted["Idempotency-Key"]) == ("POST", {"seq": 0}, "a-key")


@pytest.mark.parametrize(
    ("path", "status", "passes", "sentence"),
    [
        ("/busy", 429, True, "Wait a minute."),
        ("/page", 502, True, "The site answered with 502."),
        ("/text", 0, True, "no JSON"),
        ("/short", 0, True, "cut off"),
        ("/moved", 302, False, "http://127.0.0.1:9/steal"),
    ],
)
def test_what_is_no_answer_is_a_failure(
    address: str, path: str, status: int, passes: bool, sentence: str
) -> None:
    with pytest.raises(SiteFailure, match=sentence) as raised:
        Site(address, "zenith_secret").get(path)
    assert (raised.value.status, raised.value.passes) == (status, passes)
    assert raised.value.code == {"/busy": "too_many", "/moved": "moved"}.get(
        path, raised.value.code
    )
    assert raised.value.retry_after == (7 if path == "/busy" else 0)


def test_a_site_that_is_not_there_may_come_back(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_module, "ANSWER", 1.0)
    with pytest.raises(SiteFailure) as raised:
        Site("http://127.0.0.1:9", "zenith_secret").get("/me")
    assert raised.value.passes


@pytest.mark.parametrize(
    ("site", "token"),
    [
        ("", "t"),
        ("zenith.example", "t"),
        ("file:///etc", "t"),
        ("https://x", ""),
        ("https://x", "é"),
    ],
)
def test_a_bad_address_or_token_is_refused(run: Run, site: str, token: str) -> None:
    assert refused(run("bot", "--site", site, "--token", token, "--once"))
