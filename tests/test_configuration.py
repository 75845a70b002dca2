"""The settings, `docs/configuration.md`, `docker-compose.yml` and `.env.example` agree."""

import ast
import re
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


def services() -> dict[str, dict[str, Any]]:
    """Return the services of `docker-compose.yml`."""
    found: dict[str, dict[str, Any]] = yaml.safe_load(compose_text())["services"]
    return found


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
