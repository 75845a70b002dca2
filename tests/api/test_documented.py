"""The commands of docs/api.md lead from nothing to a move; the reference shows every operation."""

import re
import shlex
from base64 import urlsafe_b64encode
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.api.api import description
from games.tables import publishing
from games.tables.models import Game, Status
from tests.api.client import EVERYTHING, application, token_for
from tests.support.browsing import log_in_freshly

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SITE = "https://zenith.example"


def commands(section: str, program: str = "curl") -> list[str]:
    """Return the commands of a section of the page, each on one line."""
    text = (DOCS / "api.md").read_text().partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    lines = "\n".join(BLOCK.findall(text)).replace("\\\n", "").splitlines()
    return [line for line in lines if line.startswith(f"{program} ")]


def curl(command: str, values: dict[str, str]) -> Any:
    """Do what a command of curl does, in this process."""
    for name, value in values.items():
        command = command.replace(f"${name}", value)
    assert "$" not in command
    arguments = iter(shlex.split(command)[1:])
    headers, body, address = {}, "", ""
    for argument in arguments:
        match argument:
            case "-s":
                pass
            case "-H":
                name, _colon, value = next(arguments).partition(": ")
                headers[name.lower()] = value
            case "-d":
                body += ("&" if body else "") + next(arguments)
            case _:
                address = argument
    path = address.removeprefix(SITE)
    if not body:
        return Client().get(path, headers=headers)
    kind = headers.pop("content-type", "application/x-www-form-urlencoded")
    return Client().post(path, body, content_type=kind, headers=headers)


def test_the_commands_lead_from_nothing_to_a_move(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    values = {"SITE": SITE, "TOKEN": token_for(ada, *EVERYTHING)}
    answered = []
    for command in commands("From nothing to a move"):
        response = curl(command, values)
        assert response.status_code in (200, 201), response.content
        answered.append(response.json())
        if "game" in answered[-1]:
            values["GAME"] = str(answered[-1]["game"])
    assert len(answered) == 5
    game = Game.objects.get()
    assert (game.status, game.seq, game.pace) == (Status.RUNNING, 1, None)
    assert "redraw" in answered[3]["answers"]


def test_the_commands_lead_an_app_to_a_token(client: Client, ada: User) -> None:
    verifier = "0123456789abcdef" * 4
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
    values = {"SITE": SITE, "VERIFIER": verifier}
    [address] = commands("Apps", "echo")
    page = shlex.split(address)[1].replace("$SITE", "").replace("$CHALLENGE", challenge)
    log_in_freshly(client, ada)
    assert client.get(page).status_code == 200
    answer = client.post(page, {"allow": "", "scopes": ["read:private", "play"]})
    values["CODE"] = parse_qs(urlsplit(answer["Location"]).query)["code"][0]
    redeem, revoke = commands("Apps")
    values["TOKEN"] = curl(redeem, values).json()["access_token"]
    me = Client().get("/api/v1/me", headers={"authorization": f"Bearer {values['TOKEN']}"})
    assert me.json()["scopes"] == ["read:private", "play"]
    assert curl(revoke, values).status_code == 200
    assert not ada.api_tokens.exists()


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
        "/oauth/authorize/",
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
