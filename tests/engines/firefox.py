"""Debian's firefox-esr, driven by WebDriver BiDi."""

import base64
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

from tests.engines.browser import PATIENCE, PageGone

FIREFOX = "/usr/bin/firefox-esr"
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.policy.firstRunURL": "",
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "remote.prefs.recommended": True,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
}
"""Nothing of the browser asks the network for anything but the site."""
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}


class Firefox:
    """A headless Firefox with a profile of its own."""

    name = "firefox"

    def __init__(self) -> None:
        self.profile = tempfile.mkdtemp(prefix="firefox-")
        lines = [f'user_pref("{key}", {json.dumps(each)});\n' for key, each in PREFERENCES.items()]
        Path(self.profile, "user.js").write_text("".join(lines))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [
                FIREFOX,
                "--headless",
                "--no-remote",
                f"--remote-debugging-port={port}",
                "--profile",
                self.profile,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile},
        )
        self.numbers = itertools.count(1)
        self.logged: list[str] = []
        with ExitStack() as stack:
            stack.callback(self._end)
            _wait_for(port)
            self.socket = stack.enter_context(
                connect(f"ws://127.0.0.1:{port}/session", max_size=None, compression=None)
            )
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            self.context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
            self.stack = stack.pop_all()

    def _end(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _ask(self, method: str, **parameters: object) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded":
                self._note(answer["params"])
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            if answer["error"] in ("no such frame", "unknown error"):
                raise PageGone(answer["message"])
            raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if (entry["type"], entry["level"]) == ("javascript", "error"):
            self.logged.append(entry["text"])

    def sign_in(self, site: str, session: str) -> None:
        cookie = {
            "name": "sessionid",
            "value": {"type": "string", "value": session},
            "domain": urlsplit(site).hostname,
        }
        self._ask("storage.setCookie", cookie=cookie)

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, function: str, argument: str) -> str | None:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": argument}],
            awaitPromise=True,
            target={"context": self.context},
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return str(answer["result"]["value"])

    def _act(self, kind: str, *actions: dict[str, object]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self._ask("input.performActions", context=self.context, actions=[source])

    def click_at(self, x: float, y: float) -> None:
        self._act(
            "pointer",
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        self._act("key", {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self.context, viewport=size)

    def picture(self) -> bytes:
        taken = self._ask("browsingContext.captureScreenshot", context=self.context)
        return base64.b64decode(taken["data"])

    def errors(self) -> list[str]:
        self._ask("session.status")  # what has been logged comes before its answer
        return self.logged

    def close(self) -> None:
        self.stack.close()


def _wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return
