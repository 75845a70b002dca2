"""Metrics for Prometheus, and the dashboard that shows them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from celery.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure
from django.db import DatabaseError
from django.test import Client, RequestFactory
from django.utils import timezone
from prometheus_client import REGISTRY

from common.live_response import LiveResponse
from common.queueing import SENT_AT
from games.notifications import reasons
from games.notifications.channels import MAIL
from games.notifications.models import Delivery, Notification
from games.tables.models import Heartbeat
from games.tables.tasks import beat_heart
from tests.notifications.pager import PAGER, install
from tests.support.factories import player
from zenith_site.metrics import exposition, receivers, state
from zenith_site.metrics.layers import MeasuredOneProcessLayer
from zenith_site.metrics.middleware import MetricsMiddleware
from zenith_site.metrics.sockets import OpenSockets
from zenith_site.replica import watch

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-twenty-letters-or-more"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _on(settings: Any) -> None:
    """Turn metrics on, as METRICS_TOKEN does."""
    settings.METRICS_TOKEN = TOKEN
    settings.METRICS_PORT = 0
    middleware = [*settings.MIDDLEWARE]
    middleware.insert(1, "zenith_site.metrics.middleware.MetricsMiddleware")
    settings.MIDDLEWARE = middleware


def samples(text: bytes | str) -> dict[str, float]:
    """Return the samples of an exposition: `name{labels}` and value."""
    text = text if isinstance(text, str) else text.decode()
    return {
        f"{name}{{{labels}}}" if labels else name: float(value)
        for name, labels, value in SAMPLE.findall(text)
    }


def measured(name: str) -> float:
    """Return a sample of this process, 0 if there is none."""
    return samples(exposition.measured()).get(name, 0)


# --- requests ---


@pytest.mark.django_db
@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer no"}, {"Authorization": TOKEN}])
def test_metrics_need_the_token(client: Client, given: dict[str, str]) -> None:
    response = client.get("/metrics", headers=given)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert not response.content


@pytest.mark.django_db
def test_metrics_are_read_under_any_host(client: Client) -> None:
    response = client.get("/metrics", headers={**BEARER, "Host": "web"})
    assert response.status_code == 200
    assert response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = samples(response.content)
    assert found["zenith_disk_free_bytes"] > 0
    assert "zenith_open_sockets" in found


@pytest.mark.django_db
def test_without_a_token_there_is_no_such_page(client: Client, settings: Any) -> None:
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if ".metrics." not in name]
    assert client.get("/metrics", headers=BEARER).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "labels"),
    [
        ("GET", "/symbols/", 'method="GET",status="200",view="symbols"'),
        ("GET", "/no/such/page/", 'method="GET",status="404",view="none"'),
        ("GET", "/static/css/base.css", 'method="GET",status="200",view="static"'),
        ("BREW", "/symbols/", 'method="other",status="405",view="symbols"'),
    ],
)
def test_requests_are_counted_by_view(client: Client, method: str, path: str, labels: str) -> None:
    count = f"zenith_requests_total{{{labels}}}"
    view = re.sub(r'status="\d+",', "", labels)
    seconds = f"zenith_request_seconds_count{{{view}}}"
    before = measured(count), measured(seconds)
    response = client.generic(method, path)
    assert f'status="{response.status_code}"' in labels
    assert (measured(count), measured(seconds)) == (before[0] + 1, before[1] + 1)


# --- tasks ---


@pytest.mark.django_db
def test_tasks_are_timed() -> None:
    name = 'zenith_task_seconds_count{task="games.tables.tasks.beat_heart"}'
    before = measured(name)
    beat_heart.apply(["site"])
    assert measured(name) == before + 1
    assert not receivers._began


def test_a_task_says_when_it_was_queued_and_how_long_it_waited() -> None:
    headers: dict[str, Any] = {}
    receivers.stamp(headers=headers)
    assert 0 <= time() - headers[SENT_AT] < 60
    name = 'zenith_task_wait_seconds_sum{queue="bots"}'
    before = measured(name)
    request = SimpleNamespace(sent_at=time() - 100, delivery_info={"routing_key": "bots"})
    receivers.begin(task_id="one", task=SimpleNamespace(request=request))
    receivers._began.clear()
    assert measured(name) - before == pytest.approx(100, abs=10)


@pytest.mark.parametrize(
    ("error", "reason"),
    [(TimeLimitExceeded(60), "time limit"), (WorkerLostError(), "killed"), (OSError(), "error")],
)
def test_failed_tasks_are_counted_by_reason(error: Exception, reason: str) -> None:
    name = f'zenith_task_failures_total{{reason="{reason}",task="games.tables.tasks.beat_heart"}}'
    before = measured(name)
    for _time in range(2):  # as Celery does after a time limit
        task_failure.send(sender=beat_heart, task_id=reason, exception=error)
    assert measured(name) == before + 1


# --- sockets ---


async def test_open_sockets_are_counted() -> None:
    seen: list[float] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        seen.append(measured("zenith_open_sockets"))
        raise OSError("the page has gone")

    async def send(message: Any) -> None:
        pass

    before = measured("zenith_open_sockets")
    with pytest.raises(OSError, match="gone"):
        await OpenSockets(app)({}, None, send)
    assert (seen, measured("zenith_open_sockets")) == ([before + 1], before)


async def test_a_refused_socket_is_not_counted() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.close"})

    async def send(message: Any) -> None:
        pass

    before = measured("zenith_open_sockets")
    await OpenSockets(app)({}, None, send)
    assert measured("zenith_open_sockets") == before


@pytest.mark.parametrize("is_read", [True, False], ids=["GET", "HEAD"])
async def test_open_streams_are_counted(rf: RequestFactory, is_read: bool) -> None:
    ended: list[bool] = []

    async def parts() -> AsyncGenerator[bytes]:
        yield b"{}"

    stream = LiveResponse(parts, lambda: ended.append(True), "application/x-ndjson")
    before = measured("zenith_open_streams")
    answer = MetricsMiddleware(lambda _request: stream)(rf.get("/api/v1/stream"))
    assert isinstance(answer, LiveResponse)
    assert measured("zenith_open_streams") == before
    if is_read:
        async for _part in answer:
            assert measured("zenith_open_streams") == before + 1
    answer.ended()
    assert (measured("zenith_open_streams"), ended) == (before, [True])


async def test_the_way_of_a_hint_is_measured() -> None:
    layer = MeasuredOneProcessLayer()
    channel = await layer.new_channel()
    await layer.group_add("game.17", channel)
    before = measured("zenith_hint_seconds_count")
    await layer.group_send("game.17", {"type": "table.changed", "version": 3})
    assert await layer.receive(channel) == {"type": "table.changed", "version": 3}
    assert measured("zenith_hint_seconds_count") == before + 1


# --- the state of the site ---


@pytest.mark.django_db
def test_the_outbox_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    now = timezone.now()
    ada = player("ada")

    def delivery(channel: str, **fields: Any) -> None:
        key = f"test {Notification.objects.count()}"
        notification = Notification.objects.create(user=ada, kind="turn", key=key)
        Delivery.objects.create(notification=notification, channel=channel, **fields)

    delivery(MAIL, due_at=now - timedelta(minutes=10))
    delivery(MAIL, due_at=now - timedelta(minutes=5))
    delivery(MAIL, due_at=now + timedelta(minutes=5))
    lost = {"state": Delivery.State.FAILED, "reason": reasons.UNSURE}
    delivery(PAGER, due_at=now - timedelta(hours=5), **lost)
    delivery(PAGER, due_at=now - timedelta(days=5), **lost)
    found = samples(exposition.state())
    assert found['zenith_deliveries_due{channel="mail"}'] == 2
    assert found['zenith_delivery_overdue_seconds{channel="mail"}'] == pytest.approx(600, abs=60)
    assert found['zenith_delivery_overdue_seconds{channel="pager"}'] == 0
    assert found['zenith_deliveries_unsure{channel="pager"}'] == 1
    assert found['zenith_deliveries_unsure{channel="mail"}'] == 0


@pytest.mark.django_db
def test_heartbeats_are_measured() -> None:
    Heartbeat.objects.create(worker="clocks", at=timezone.now() - timedelta(minutes=2))
    age = samples(exposition.state())['zenith_heartbeat_age_seconds{worker="clocks"}']
    assert age == pytest.approx(120, abs=60)


class Queues:
    """Redis with a task in one queue, ten minutes old."""

    def __enter__(self) -> "Queues":
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def llen(self, queue: str) -> int:
        return 3 if queue == "bots" else 0

    def lindex(self, queue: str, place: int) -> bytes | None:
        message = {"headers": {"sent_at": time() - 600}, "body": ""}
        return json.dumps(message).encode() if (queue, place) == ("bots", -1) else None


@pytest.mark.django_db
def test_queues_are_measured(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "redis://localhost/0"
    monkeypatch.setattr(redis.Redis, "from_url", lambda *_args, **_options: Queues())
    found = samples(exposition.state())
    assert found['zenith_queue_length{queue="bots"}'] == 3
    assert found['zenith_queue_age_seconds{queue="bots"}'] == pytest.approx(600, abs=60)
    assert found['zenith_queue_age_seconds{queue="site"}'] == 0


@pytest.mark.django_db
def test_what_does_not_answer_is_left_out(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = settings.QUEUE_REDIS_URL = "redis://127.0.0.1:1/0"

    def fail() -> Any:
        raise DatabaseError("no such table")

    monkeypatch.setattr(state, "deliveries", fail)
    fail.__name__ = "deliveries"
    names = {name.partition("{")[0] for name in samples(exposition.state())}
    assert names == {"zenith_disk_free_bytes"}
    assert "could not measure deliveries: no such table" in caplog.text
    assert "could not measure queues" in caplog.text


# --- several processes ---


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that several processes share."""
    folder = tmp_path / "metrics"
    folder.mkdir()
    return folder


def in_process(code: str, **environment: str) -> str:
    """Run Python with the site set up in a process of its own; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup()\n{code}"],
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


@pytest.mark.slow
def test_processes_are_added_up_and_the_dead_have_no_sockets(folder: Path) -> None:
    on = {"METRICS_TOKEN": TOKEN, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    count = """
from zenith_site.metrics.instruments import REQUESTS, SOCKETS
REQUESTS.labels("symbols", "GET", 200).inc(20)
SOCKETS.inc()
"""
    in_process(count, **on)
    text = in_process(
        f"{count}\nfrom zenith_site.metrics import exposition\n"
        "print(exposition.measured().decode())",
        **on,
    )
    found = samples(text)
    assert found['zenith_requests_total{method="GET",status="200",view="symbols"}'] == 40
    assert found["zenith_open_sockets"] == 1


@pytest.mark.slow
def test_by_default_nothing_of_it_is_imported() -> None:
    asgi = "import zenith_site.asgi, sys\nprint('prometheus_client' in sys.modules)"
    assert in_process(asgi).strip() == "False"
    assert in_process(asgi, METRICS_TOKEN=TOKEN).strip() == "True"


@pytest.mark.slow
def test_a_command_measures_nothing(folder: Path) -> None:
    """Each check of a container's health would leave its files in the folder."""
    done = subprocess.run(
        [sys.executable, "manage.py", "schedule"],
        cwd=ROOT,
        env={
            **os.environ,
            "METRICS_TOKEN": TOKEN,
            "PROMETHEUS_MULTIPROC_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "zenith_site.settings_test",
        },
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert list(folder.iterdir()) == []


@pytest.fixture
def port() -> Iterator[int]:
    """The port where a worker serves its metrics."""
    server = exposition.serve(0)
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_a_worker_serves_its_own_metrics(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/metrics")
    response = connection.getresponse()
    assert (response.status, response.read()) == (401, b"")
    connection.close()
    connection.request("GET", "/metrics", headers=BEARER)
    response = connection.getresponse()
    names = {name.partition("{")[0] for name in samples(response.read())}
    connection.close()
    assert "zenith_pool_waits_total" in names
    assert "zenith_disk_free_bytes" not in names


# --- the dashboard ---


@pytest.fixture
def every_metric(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of all metrics, as queries write them."""
    settings.REDIS_URL = "redis://localhost/0"
    monkeypatch.setattr(redis.Redis, "from_url", lambda *_args, **_options: Queues())
    settings.HAS_REPLICA = True
    monkeypatch.setattr(watch, "lag", 0.5)
    families = [*REGISTRY.collect(), *state.SiteState().collect()]
    return {
        family.name + ("_total" if family.type == "counter" else "")
        for family in families
        if family.name.startswith("zenith_")
    }


def test_the_dashboard_shows_every_metric_and_no_other(every_metric: set[str]) -> None:
    dashboard = json.loads((ROOT / "deploy/grafana-dashboard.json").read_text())
    queries = [
        target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])
    ]
    shown = {
        re.sub(r"_(bucket|sum|count)$", "", name)
        for query in queries
        for name in re.findall(r"\bzenith_\w+", query)
    }
    assert shown == every_metric
    labels = set(re.findall(r"\{(\w+)[=~!]", " ".join(queries)))
    assert labels <= {"view", "status"}


def test_the_dashboard_fits_its_grid() -> None:
    dashboard = json.loads((ROOT / "deploy/grafana-dashboard.json").read_text())
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    assert all(place["x"] + place["w"] <= 24 for place in places)
    assert len({(place["x"], place["y"]) for place in places}) == len(places)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(places)


def test_the_page_about_metrics_explains_every_one(every_metric: set[str]) -> None:
    page = (ROOT / "docs/metrics.md").read_text()
    assert set(re.findall(r"`(zenith_\w+)", page)) == every_metric
