"""The files of `deploy/large`: they name the same hosts, and start what the image starts."""

import json
import re
import shlex
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "deploy" / "large" / "etc"
ADDRESSES = {
    name: address
    for address, name in map(str.split, (FILES / "hosts.example").read_text().splitlines()[1:])
}
HOSTS = set(ADDRESSES)
UNITS = sorted((FILES / "systemd" / "system").glob("zenith-*.service"))


COMPOSE = yaml.safe_load((FILES.parent / "compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
"""The hosts as containers."""


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


def test_a_process_that_ends_serves_until_the_proxy_knows() -> None:
    """The proxy has three rounds of its checks to hear of it."""
    web = (FILES / "haproxy" / "haproxy.cfg").read_text().partition("backend web\n")[2]
    web = web.partition("\n\n")[0]
    assert "http-check disable-on-404\n" in web
    (seconds,) = re.findall(r"inter (\d+)s", web)
    example = (FILES / "zenith.env.example").read_text()
    (drain,) = re.findall(r"^DRAIN_SECONDS=(\d+)$", example, re.MULTILINE)
    assert int(drain) >= 3 * int(seconds)
    assert SERVICES["web1"]["environment"]["DRAIN_SECONDS"] == drain


def test_threads_share_heaps_however_processes_are_started() -> None:
    """docs/scaling.md says what they cost otherwise."""
    image, units = (ROOT / "Dockerfile").read_text(), (FILES / "zenith.env.example").read_text()
    assert "MALLOC_ARENA_MAX=2 " in image
    assert "MALLOC_ARENA_MAX=2\n" in units


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


def test_containers_have_the_addresses_of_the_hosts() -> None:
    fixed = {
        name: service["networks"]["hosts"]["ipv4_address"]
        for name, service in SERVICES.items()
        if isinstance(service.get("networks"), dict)
    }
    assert fixed == ADDRESSES
    for name, service in SERVICES.items():
        assert dict(line.split(":") for line in service["extra_hosts"]) == ADDRESSES
        assert service.get("hostname", name) == name


@pytest.mark.parametrize(
    ("name", "unit"), [("worker1", "zenith-worker"), ("worker2", "zenith-worker")]
)
def test_a_container_works_as_the_unit_does(name: str, unit: str) -> None:
    words = command(unit)
    assert SERVICES[name]["command"] == [word.replace("%H", "%h") for word in words]


def test_beats_in_containers_keep_what_they_know_where_they_may_write() -> None:
    given = command("zenith-beat")
    for name in ("beat1", "beat2"):
        assert set(given) - set(SERVICES[name]["command"]) == {
            "--pidfile=",
            "/var/lib/zenith/beat-schedule",
        }


def test_the_site_in_containers_has_what_hosts_say() -> None:
    text = (FILES / "zenith.env.example").read_text()
    said = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))
    of_the_site = {name: each for name, each in SERVICES.items() if each["image"] == "zenith"}
    assert set(of_the_site) == {
        *("migrate", "web1", "web2", "worker1", "worker2", "beat1", "beat2")
    }
    for service in of_the_site.values():
        given = service["environment"]
        assert service["env_file"] == [{"path": ".env", "required": False}]
        assert given["DATABASE_PREPARE"] == said["DATABASE_PREPARE"]
        assert given["REDIS_URL"] == said["REDIS_URL"]
        address = re.sub(r"\$\{.+\}", "PASSWORD", given["DATABASE_URL"])
        assert address == said["DATABASE_URL"]


@pytest.mark.parametrize(
    ("program", "unit"),
    [("etcd", "etcd.service.d/host.conf"), ("patroni", "patroni.service")],
)
def test_databases_in_containers_have_the_values_of_the_units(program: str, unit: str) -> None:
    supervised = RawConfigParser()
    supervised.read(FILES.parent / "containers" / "db.conf")
    text = (FILES / "systemd" / "system" / unit).read_text()
    said = dict(re.findall(r"^Environment=(\w+)=(.+)$", text, re.MULTILINE))
    commands = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    section = supervised[f"program:{program}"]
    assert not commands or commands == [section["command"]]
    given = section["environment"]
    values = dict(re.findall(r"(\w+)=(\"[^\"]+\"|[^\",]+)", given))
    assert {
        key: value.strip('"').replace("%(host_node_name)s", "%H") for key, value in values.items()
    } == said


def test_no_host_confirms_alone() -> None:
    """docs/large.md says what an old Patroni, or a new primary alone, can lose."""
    patroni = yaml.safe_load((FILES / "patroni" / "config.yml").read_text())
    rules = patroni["bootstrap"]["dcs"]
    assert (rules["synchronous_mode"], rules["synchronous_mode_strict"]) == ("quorum", True)
    lock = (FILES.parent / "patroni.txt").read_text()
    (version,) = re.findall(r"^patroni==(\d+)\.(\d+)\.(\d+)", lock, re.MULTILINE)
    assert tuple(map(int, version)) >= (3, 0, 3)


@pytest.mark.parametrize("path", sorted(FILES.parent.glob("containers/*.conf")), ids=str)
def test_what_is_supervised_is_started_again(path: Path) -> None:
    supervised = RawConfigParser()
    supervised.read(path)
    programs = [name for name in supervised.sections() if name.startswith("program:")]
    assert programs
    for name in programs:
        assert supervised[name]["autorestart"] == "true"
        assert int(supervised[name]["startretries"]) >= 1000


@pytest.mark.parametrize("name", SERVICES)
def test_no_container_can_do_more_than_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] <= 400
    assert "privileged" not in service
    assert "cap_add" not in service
    assert service["image"] == "zenith" or service["user"] in ("postgres", "redis")
