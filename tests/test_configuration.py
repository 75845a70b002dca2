"""The settings, `docs/configuration.md`, `docker-compose.yml` and `.env.example` agree."""

import ast
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from zenith_site import environment

ROOT = Path(__file__).resolve().parents[1]

ALONE = {"HOST", "PORT", "DEMO"}
"""For the site in one process only."""
BY_THE_IMAGE = {"DATA_DIR", "DATABASE_URL", "REDIS_URL", "PROMETHEUS_MULTIPROC_DIR"}
"""Set by the Dockerfile or by docker-compose.yml, not in .env."""
BY_COMPOSE = {"POSTGRES_PASSWORD", "BIND", "HTTP_PORT", "HTTPS_PORT"}
"""Read by docker-compose.yml, not by the site."""
NEVER_IN_PRODUCTION = {"DEBUG"}
PINNED = ("docker-compose.yml", "Dockerfile", "deploy/large/Dockerfile")
"""The files that `bin/pin-images` changes."""


def variables_read() -> set[str]:
    """Return the variables that the site reads from its environment."""
    found = set()
    for package in ("zenith_site", "common", "accounts", "games"):
        for path in (ROOT / package).rglob("*.py"):
            if path.name not in ("environment.py", "settings_test.py"):
                found |= variables_in(ast.parse(path.read_text()))
    return found - {"DJANGO_SETTINGS_MODULE"}


def variables_in(tree: ast.AST) -> set[str]:
    """Return the variables that a module reads."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            source = ast.unparse(node.func)
            reads = source in ("os.environ.get", "os.environ.setdefault") or (
                source.startswith("env.") and hasattr(environment, node.func.attr)
            )
            first = node.args[0] if node.args else None
            if reads and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
    return found


def documented() -> set[str]:
    """Return the variables that the tables of `docs/configuration.md` explain."""
    text = (ROOT / "docs" / "configuration.md").read_text()
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def in_example() -> set[str]:
    """Return the variables of `.env.example`, also those behind a `#`."""
    return set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))


def compose_text() -> str:
    return (ROOT / "docker-compose.yml").read_text()


def services(file: str = "docker-compose.yml") -> dict[str, dict[str, Any]]:
    """Return the services of a compose file."""
    parsed: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / file).read_text())["services"]
    return parsed


def of_a_small_site() -> dict[str, dict[str, Any]]:
    """Return the services that start with `deploy/small.yml`."""
    changed = services("deploy/small.yml")
    assert set(changed) <= set(services())
    merged = {name: {**each, **changed.get(name, {})} for name, each in services().items()}
    return {name: each for name, each in merged.items() if "profiles" not in each}


def megabytes(limit: str) -> int:
    """Return a limit of memory in megabytes."""
    return int(limit[:-1]) * {"m": 1, "g": 1024}[limit[-1]]


def of_the_site() -> dict[str, dict[str, Any]]:
    """Return the services that run the site's own image."""
    return {name: each for name, each in services().items() if each["image"] == "zenith"}


def queues(service: dict[str, Any]) -> list[str]:
    """Return the queues that a service works on, none if it is no worker."""
    command = service.get("command", [])
    return command[command.index("--queues") + 1].split(",") if "--queues" in command else []


def test_every_variable_is_explained_and_no_other_one() -> None:
    assert documented() == variables_read() | BY_COMPOSE


def test_every_variable_of_a_grown_site_is_in_the_example() -> None:
    assert in_example() == documented() - ALONE - BY_THE_IMAGE - NEVER_IN_PRODUCTION


def test_every_variable_of_the_example_reaches_every_process() -> None:
    assert set(re.findall(r"\$\{([A-Z_]+)", compose_text())) == in_example()
    for name, service in of_the_site().items():
        passed = set(service["environment"]) - BY_THE_IMAGE
        assert passed == in_example() - BY_COMPOSE, name


def test_every_queue_has_a_worker_and_every_worker_a_queue() -> None:
    worked_on = [queue for service in of_the_site().values() for queue in queues(service)]
    assert sorted(worked_on) == sorted(settings.WORKERS)


def test_every_lasting_process_has_a_health_check_of_its_own() -> None:
    for name, service in services().items():
        if service["restart"] == "no":
            continue
        check = service["healthcheck"]["test"]
        assert check[0] == "CMD", name
        assert not any(" " in argument for argument in check), name  # podman-compose splits them
        if service["image"] == "zenith":
            assert check[1:4] == ["python", "manage.py", "alive"], name
            assert check[4] in (queues(service) or [name.removesuffix("-2")]), name


def test_the_proxy_of_two_hosts_leads_to_both() -> None:
    caddyfile = (ROOT / "deploy/Caddyfile").read_text()
    found = re.search(r"reverse_proxy \{\$WEB_HOSTS:(.*)\} \{", caddyfile)
    assert found
    assert set(found[1].split()) == {f"{name}:8000" for name in services() if "web" in name[:3]}
    by_profile = {name for name, each in services().items() if each.get("profiles")}
    assert by_profile == {"web-2", "proxy"}
    assert "ports" not in services()["web-2"]


@pytest.mark.parametrize("name", sorted(services()))
def test_logs_go_where_docker_and_podman_both_can_write(name: str) -> None:
    assert services()[name]["logging"]["driver"] == "json-file"


@pytest.mark.parametrize("name", sorted(services()))
def test_no_service_can_do_more_than_it_needs(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] <= 200
    assert megabytes(service["mem_limit"]) <= 1024
    assert "privileged" not in service
    # Caddy's image has no user; that of the site's image is in the Dockerfile.
    if service["image"] != "zenith" and name != "proxy":
        assert service["user"] == name


def test_memory_of_a_tmpfs_is_limited() -> None:
    for name, service in services().items():
        mounted = service["tmpfs"]
        for mount in [mounted] if isinstance(mounted, str) else mounted:
            assert re.fullmatch(r"/[a-z/]+:size=\d+m", mount), name


def test_redis_has_room_for_what_it_may_keep() -> None:
    for redis in (services()["redis"], of_a_small_site()["redis"]):
        most = redis["command"][redis["command"].index("--maxmemory") + 1]
        assert megabytes(most.removesuffix("b")) * 1.5 <= megabytes(redis["mem_limit"])


def test_images_of_others_have_a_version() -> None:
    given = [each["image"] for each in services().values() if each["image"] != "zenith"]
    for name in PINNED[1:]:
        given += re.findall(r"^FROM (\S+:\S+)", (ROOT / name).read_text(), re.MULTILINE)
    for image in given:
        assert re.fullmatch(r"[a-z]+:\d[\w.-]*(@sha256:[0-9a-f]{64})?", image), image


def test_digests_are_written_behind_tags_and_replaced(tmp_path: Path) -> None:
    (tmp_path / "docker").write_text('#!/bin/sh\necho "sha256:$DIGIT$(printf %063d 0)"\n')
    (tmp_path / "docker").chmod(0o755)
    (tmp_path / "deploy" / "large").mkdir(parents=True)
    for name in PINNED:
        (tmp_path / name).write_text((ROOT / name).read_text())
    for digit in ("1", "2"):
        env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "DIGIT": digit}
        subprocess.run([ROOT / "bin/pin-images", tmp_path], env=env, check=True)
        digest = f"@sha256:{digit}{0:063}"
        for name in PINNED:
            text = (tmp_path / name).read_text()
            assert digest in text
            assert without_digests(text) == without_digests((ROOT / name).read_text())
            images = re.findall(r"^(?:FROM|    image:) [a-z]+:.*$", text, re.MULTILINE)
            assert all(image.count(digest) == 1 for image in images)


def without_digests(text: str) -> str:
    return re.sub(r"@sha256:[0-9a-f]{64}", "", text)


# --- a small site ---


def test_a_small_site_has_one_worker_for_all_queues() -> None:
    worked_on = [queue for each in of_a_small_site().values() for queue in queues(each)]
    assert worked_on == list(settings.WORKERS)
    assert set(of_a_small_site()) == {"postgres", "redis", "migrate", "web", "worker-site", "beat"}


def test_the_limits_of_a_small_site_are_a_gigabyte_together() -> None:
    lasting = [each for each in of_a_small_site().values() if each["restart"] != "no"]
    assert sum(megabytes(each["mem_limit"]) for each in lasting) <= 1024


def test_a_small_site_serves_pages_as_the_image_does_by_one_process() -> None:
    (given,) = re.findall(r"^CMD (\[.+?\])", (ROOT / "Dockerfile").read_text(), re.M | re.S)
    image = json.loads(given.replace("\\\n", ""))
    place = image.index("--workers")
    assert of_a_small_site()["web"]["command"] == image[:place] + image[place + 2 :]


def test_the_worker_of_a_small_site_has_the_options_of_a_large_one() -> None:
    options = [
        {word for word in each["worker-site"]["command"] if word.startswith("--")}
        for each in (services(), of_a_small_site())
    ]
    assert options[0] == options[1]


def test_a_small_site_without_docker_has_the_same_queues() -> None:
    given = re.search(
        r"^    worker\) worker (\S+) ", (ROOT / "bin/grown").read_text(), re.MULTILINE
    )
    assert given is not None
    assert given[1].split(",") == list(settings.WORKERS)
