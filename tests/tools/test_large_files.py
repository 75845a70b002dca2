"""The files of `deploy/large`: they name the same hosts, and start what the image starts."""

import json
import re
import shlex
from pathlib import Path

import pytest
import yaml
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "deploy" / "large" / "etc"
HOSTS = {line.split()[1] for line in (FILES / "hosts.example").read_text().splitlines()[1:]}
UNITS = sorted((FILES / "systemd" / "system").glob("zenith-*.service"))


def command(unit: str) -> list[str]:
    """Return the words of what a unit starts, without the folder of the program."""
    text = (FILES / "systemd" / "system" / f"{unit}.service").read_text()
    (line,) = re.findall(r"^ExecStart=/opt/zenith/.venv/bin/(.+)$", text, re.MULTILINE)
    return shlex.split(line)


def test_every_host_that_a_file_names_has_an_address() -> None:
    haproxy = (FILES / "haproxy" / "haproxy.cfg").read_text()
    named = set(re.findall(r"server (\w+) \1:\d+", haproxy))
    assert len(named) == haproxy.count("    server ")
    patroni = yaml.safe_load((FILES / "patroni" / "config.yml").read_text())
    named |= {address.partition(":")[0] for address in patroni["etcd3"]["hosts"]}
    site = (FILES / "zenith.env.example").read_text()
    named |= set(re.findall(r"(?:@|//)(\w+):\d", site))
    assert named <= HOSTS


def test_pages_are_served_as_by_the_image() -> None:
    (given,) = re.findall(r"^CMD (\[.+?\])", (ROOT / "Dockerfile").read_text(), re.M | re.S)
    image = json.loads(given.replace("\\\n", ""))
    place = image.index("--workers")
    assert command("zenith-web") == image[:place] + image[place + 2 :]


@pytest.mark.parametrize("unit", ["zenith-worker@", "zenith-worker", "zenith-beat"])
def test_tasks_are_done_as_by_compose(unit: str) -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    service = "beat" if unit == "zenith-beat" else "worker-site"
    image = compose["services"][service]["command"]
    options = {word for word in image if word.startswith("--")} - {"--concurrency"}
    assert options <= {word.partition("=")[0] for word in command(unit)}


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_have_as_little_as_they_need(path: Path) -> None:
    text = path.read_text()
    assert "User=zenith\n" in text
    assert "EnvironmentFile=/etc/zenith.env\n" in text
    if "Type=oneshot" not in text:
        assert {"NoNewPrivileges=true", "ProtectSystem=strict", "Restart=always"} <= set(
            text.splitlines()
        )


def test_a_worker_of_all_queues_knows_them_all() -> None:
    words = command("zenith-worker")
    assert words[words.index("--queues") + 1].split(",") == list(settings.WORKERS)
