"""The commands of docs/api.md lead from nothing to a move; the reference shows every operation."""

import re
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.api.api import description
from games.tables import publishing
from games.tables.models import Game, Status
from tests.api.client import EVERYTHING, application, token_for

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SITE = "https://zenith.example"


def commands() -> list[str]:
    """Return the commands of the page, each on one line."""
    text = "\n".join(BLOCK.findall((DOCS / "api.md").read_text()))
    return [line for line in text.replace("\\\n", " ").splitlines() if line.startswith("curl ")]


def curl(command: str, values: dict[str, str]) -> Any:
    """Do what a command of curl does, in this process."""
    for name, value in values.items():
        command = command.replace(f"${name}", value)
    assert "$" not in command
    arguments = iter(shlex.split(command)[1:])
    headers, body, address = {}, None, ""
    for argument in arguments:
        match argument:
            case "-s":
                pass
            case "-H":
                name, _colon, value = next(arguments).partition(": ")
                headers[name.lower()] = value
            case "-d":
                body = next(arguments)
            case _:
                address = argument
    path = address.removeprefix(SITE)
    if body is None:
        return Client().get(path, headers=headers)
    kind = headers.pop("content-type")
    return Client().post(path, body, content_type=kind, headers=headers)


def test_the_commands_lead_from_nothing_to_a_move(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    values = {"SITE": SITE, "TOKEN": token_for(ada, *EVERYTHING)}
    answered = []
    for command in commands():
        response = curl(command, values)
        assert response.status_code in (200, 201), response.content
        answered.append(response.json())
        if "game" in answered[-1]:
            values["GAME"] = str(answered[-1]["game"])
    assert len(answered) == 5
    game = Game.objects.get()
    assert (game.status, game.seq, game.pace) == (Status.RUNNING, 1, None)
    assert "redraw" in answered[3]["answers"]


def test_the_python_of_the_page_plays_a_move(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    monkeypatch.setenv("SITE", "http://testserver")
    monkeypatch.setenv("TOKEN", token_for(ada, *EVERYTHING))
    transport = httpx.WSGITransport(app=application)
    monkeypatch.setattr(httpx, "Client", partial(httpx.Client, transport=transport))
    [code] = PYTHON.findall((DOCS / "api.md").read_text())
    exec(compile(code, "docs/api.md", "exec"), {})
    game = Game.objects.get()
    assert (game.status, game.seq) == (Status.RUNNING, 1)


def test_the_page_names_no_address_that_does_not_exist() -> None:
    known = {path.removeprefix("/api/v1") for path in description()["paths"]}
    named = set(re.findall(r"`(/[\w{}/]+)[?`]", (DOCS / "api.md").read_text())) - {
        "/api/",
        "/bots/",
    }
    assert named
    assert named <= known


def test_the_reference_shows_every_operation_and_shape(client: Client) -> None:
    page = client.get(reverse("api")).content.decode()
    told = description()
    for path, methods in told["paths"].items():
        assert path in page
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'href="#(\w+)"', page))
    assert links
    assert links <= {*ids, "main"}
    assert set(told["components"]["schemas"]) <= set(ids)


def test_the_description_can_be_fetched() -> None:
    fetched = Client().get(reverse("api_openapi"))
    assert fetched.json() == description()
    assert fetched["Access-Control-Allow-Origin"] == "*"
