"""Queues: what is slow outside of the site delays neither the clocks nor the other channels."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from celery import current_app
from django.conf import settings as site
from django.core.cache import cache

from common import mailers
from common.periodic import schedule
from common.queueing import queue, route
from games.notifications import outbox
from games.notifications.tasks import send_digests, send_notifications
from games.notifications.waking import wake_outbox
from games.tables.services import expiry
from games.tables.tasks import mind_the_clocks
from zenith_site.alone import Background

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


def test_each_queue_has_a_worker_of_its_own_in_both_set_ups(settings: Any) -> None:
    compose = (ROOT / "docker-compose.yml").read_text()
    for name in settings.WORKERS:
        assert f"  worker-{name}:" in compose
        assert f'"--queues", "{name}",' in compose
        assert f'"alive", "{name}"]' in compose
    queues = re.findall(r'"--queues", "(.*?)"', compose)
    assert sorted(queues) == sorted(settings.WORKERS)
    default = re.search(r"part in \$\{\*:-(.*)\}", (ROOT / "bin/grown").read_text())
    assert default is not None
    workers = {part for part in default[1].split() if part.startswith("worker-")}
    assert workers == {f"worker-{name}" for name in settings.WORKERS}


def test_what_is_sent_has_the_queue_of_its_channel(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = schedule().values()
    sending = {
        entry["args"][0]: entry["options"]["queue"]
        for entry in entries
        if entry["task"] == send_notifications.name
    }
    assert sending == {channel: channel for channel in settings.OUTBOX}
    [digests] = [entry for entry in entries if entry["task"] == send_digests.name]
    assert digests["options"]["queue"] == "mail"
    woken: list[tuple[tuple[str, ...], str]] = []

    def apply_async(args: tuple[str, ...], queue: str, **_more: Any) -> None:
        woken.append((args, queue))

    monkeypatch.setattr(send_notifications, "apply_async", apply_async)
    wake_outbox(["push", "webhook"])
    assert woken == [(("push",), "push"), (("webhook",), "webhook")]


@pytest.mark.parametrize(
    ("task", "args", "expected"),
    [
        ("games.tables.tasks.play_bot", (1, 1), "bots"),
        ("accounts.tasks.send_reset_mail", ("ada@example.org", "en"), "mail"),
        ("games.tables.tasks.wake_bots", (), "site"),
    ],
)
def test_a_task_goes_to_the_queue_that_is_declared_beside_it(
    task: str, args: tuple[Any, ...], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []

    def send(_producer: Any, _name: str, _message: Any, **options: Any) -> None:
        sent.append(options["queue"].name)

    monkeypatch.setattr(current_app.amqp, "send_task_message", send)
    queue(task, *args)
    cache.clear()  # it does not wait any more
    queue(task, *args, queue="webhook")
    assert sent == [expected, "webhook"]


def test_each_declared_queue_has_a_worker(settings: Any) -> None:
    names = [name for name in current_app.tasks if name.startswith(("accounts.", "games."))]
    declared = {name: chosen["queue"] for name in names if (chosen := route(name))}
    assert declared["games.tables.tasks.play_bot"] == "bots"
    assert set(declared.values()) <= set(settings.WORKERS)


def test_a_task_may_take_as_long_as_the_slowest_delivery(settings: Any) -> None:
    for task in (send_notifications, send_digests):
        assert task.time_limit > outbox.RUN_SECONDS + mailers.SECONDS
        assert task.time_limit < outbox.CLAIM.total_seconds()


# --- alone ---


@pytest.fixture
def background(settings: Any) -> Iterator[Background]:
    """The workers of a site in one process, without beat."""
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.01}
    made = Background()
    for worker in made.workers:
        worker.start()
    yield made
    for worker in made.workers:
        worker.controller.stop()


@pytest.mark.django_db(transaction=True)  # workers check the models when they start
@pytest.mark.usefixtures("background")
def test_a_tarpit_delays_neither_clocks_nor_mails_in_one_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stuck = {channel: Event() for channel in site.OUTBOX if channel != "mail"}
    released, mailed, minded = Event(), Event(), Event()

    def send_due(channels: tuple[str]) -> None:
        [channel] = channels
        if channel == "mail":
            mailed.set()
        else:
            stuck[channel].set()
            released.wait(10 * PATIENCE)

    monkeypatch.setattr(outbox, "send_due", send_due)
    monkeypatch.setattr(expiry, "mind_the_clocks", minded.set)
    try:
        for channel in stuck:  # more than there are threads for the clocks
            for _task in range(3):
                send_notifications.apply_async((channel,), queue=channel)
        assert all(event.wait(PATIENCE) for event in stuck.values())
        mind_the_clocks.delay()
        send_notifications.apply_async(("mail",), queue="mail")
        assert minded.wait(PATIENCE)
        assert mailed.wait(PATIENCE)
        assert not released.is_set()
    finally:
        released.set()
