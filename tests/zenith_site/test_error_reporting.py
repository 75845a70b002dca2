"""Reports of errors: sent by Sentry's protocol, without personal data, and only if they shall."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECRETS = ("hunter2", "ada@example.org", "Ada", "of-the-session", "of-the-table", "192.0.2.7")
"""What the request below contains, or its local variables, or its exception."""

SITE = """
import asyncio, json, logging, sys, types
import django
django.setup()
from django.conf import settings
from django.urls import path
from sentry_sdk.transport import Transport
from zenith_site import error_reporting
from zenith_site.handler import get_pages
from zenith_site.request_log import RequestLogMiddleware

settings.MIDDLEWARE = ["zenith_site.request_log.RequestLogMiddleware"]
settings.ROOT_URLCONF = urls = types.ModuleType("urls")
RequestLogMiddleware.process_view = lambda *_given: None  # there are no users here

def confirm(request, pk):
    hand = "hunter2"
    logging.getLogger("games").error("could not mail %s", "ada@example.org")
    raise ValueError("no seat for <ada@example.org>\\nDETAIL: Key (name)=(Ada) exists")

urls.urlpatterns = [path("tables/<int:pk>/confirm/", confirm, name="confirm")]
sent = []

class Kept(Transport):
    def capture_envelope(self, envelope):
        sent.extend(item.payload.json for item in envelope.items)

error_reporting.start("https://key@errors.example.org/1", transport=Kept)
body = b"password=hunter2"
scope = {
    "type": "http", "method": "POST", "path": "/tables/17/confirm/",
    "query_string": b"token=of-the-table", "client": ("192.0.2.7", 4711),
    "headers": [
        (b"host", b"testserver"), (b"cookie", b"sessionid=of-the-session"),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"content-length", str(len(body)).encode()), (b"user-agent", b"Ada's telephone"),
    ],
}
messages = [{"type": "http.request", "body": body}]
statuses = []

async def receive():
    return messages.pop() if messages else await asyncio.sleep(60)

async def send(message):
    statuses.append(message.get("status"))

asyncio.run(get_pages()(scope, receive, send))
print(json.dumps({"status": statuses[0], "sent": sent}))
"""


def run(code: str, **environment: str) -> str:
    """Run Python in a process of its own: the SDK patches Django for good."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "zenith_site.settings_test",
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def answered() -> Any:
    """What became of a request that failed: its status, and the events that were sent."""
    return json.loads(run(SITE).splitlines()[-1])


@pytest.mark.slow
def test_an_exception_is_reported_with_its_place(answered: Any) -> None:
    assert answered["status"] == 500
    [event] = [each for each in answered["sent"] if "exception" in each]
    assert event["transaction"] == "/tables/{pk}/confirm/"
    [exception] = event["exception"]["values"]
    assert exception["type"] == "ValueError"
    assert exception["value"] == "no seat for <[address]>"
    assert exception["stacktrace"]["frames"][-1]["function"] == "confirm"
    assert set(event["tags"]) == {"request"}


@pytest.mark.whole
def test_a_logged_error_is_reported_without_its_values(answered: Any) -> None:
    [event] = [each for each in answered["sent"] if "exception" not in each]
    assert event["logentry"] == {"message": "could not mail %s"}
    assert event["logger"] == "games"


@pytest.mark.whole
def test_nothing_personal_is_reported(answered: Any) -> None:
    for event in answered["sent"]:
        for exception in event.get("exception", {}).get("values", []):
            for frame in exception["stacktrace"]["frames"]:
                for source in ("context_line", "pre_context", "post_context"):
                    frame.pop(source, None)  # the code of this test
        assert {"request", "user", "breadcrumbs", "extra"}.isdisjoint(event)
        assert [secret for secret in SECRETS if secret in json.dumps(event)] == []


@pytest.mark.slow
def test_a_site_reports_errors_only_if_it_shall() -> None:
    code = (
        "import django; django.setup(); import sys; sdk = sys.modules.get('sentry_sdk'); "
        "print(bool(sdk) and sdk.get_client().is_active())"
    )
    assert run(code).strip() == "False"
    dsn = "https://key@errors.example.org/1"
    assert run(code, SENTRY_DSN=dsn).strip() == "True"
    assert run("import django; django.setup(); import sys; print('sentry_sdk' in sys.modules)") == (
        "False\n"
    )
