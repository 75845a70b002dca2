"""Debian's WebKitGTK, which stands for Safari, driven by WebDriver on a virtual screen."""

import os
import subprocess
import tempfile
from io import BytesIO
from pathlib import Path
from warnings import catch_warnings, simplefilter

from PIL import ImageGrab
from selenium import webdriver
from selenium.common.exceptions import JavascriptException, WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.engines.browser import PATIENCE, PageGone

DRIVER = "/usr/bin/WebKitWebDriver"
WINDOW = Path(__file__).with_name("webkit_window.py")
XVFB = "/usr/bin/Xvfb"
SCREEN = "1700x1500x24"
KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Tab": Keys.TAB}


class WebKit:
    """A WebKitGTK window on a screen of its own."""

    name = "webkit"

    def __init__(self) -> None:
        reader, writer = os.pipe()
        self.screen = subprocess.Popen(
            [XVFB, "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as number:
            self.display = f":{number.readline().strip()}"
        self.folder = tempfile.TemporaryDirectory(prefix="webkit-")
        self.log = Path(self.folder.name) / "driver.log"
        environment = {
            **os.environ,
            "DISPLAY": self.display,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            # Root has no other way, and it opens our site only.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        options = Options()
        options.binary_location = str(WINDOW)
        service = Service(DRIVER, log_output=str(self.log), env=environment)
        with catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # of one part of Selenium, about another
            self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)
        self.size = (0, 0)

    def sign_in(self, site: str, session: str) -> None:
        self.driver.get(site + "/healthz")  # a cookie is set on a page of its site
        self.driver.add_cookie({"name": "sessionid", "value": session})

    def open(self, address: str) -> None:
        self.driver.get(address)

    def run(self, function: str, argument: str) -> str | None:
        try:
            failed = "(error) => arguments[1]({ error: String(error) })"
            call = f"({function})(arguments[0]).then(arguments[1], {failed})"
            answer = self.driver.execute_async_script(call, argument)
        except JavascriptException as error:
            raise AssertionError(error.msg) from error
        except WebDriverException as error:
            raise PageGone(error.msg) from error
        assert not isinstance(answer, dict), answer
        return None if answer is None else str(answer)

    def click_at(self, x: float, y: float) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        pointer = actions.pointer_action
        pointer.move_to_location(round(x), round(y))
        pointer.pointer_down().pointer_up()
        actions.perform()

    def press(self, key: str) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        actions.key_action.send_keys(KEYS.get(key, key))
        actions.perform()

    def resize(self, width: int, height: int) -> None:
        if (width, height) != self.size:
            self.driver.set_window_rect(0, 0, width, height)
            self.size = (width, height)

    def picture(self) -> bytes:
        """Return the screen's pixels: the driver's own pictures hang now and then."""
        picture = BytesIO()
        ImageGrab.grab(xdisplay=self.display).crop((0, 0, *self.size)).save(picture, "PNG")
        return picture.getvalue()

    def errors(self) -> list[str]:
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if "CONSOLE" in line and "ERROR" in line]

    def close(self) -> None:
        self.driver.quit()
        self.screen.terminate()
        self.screen.wait()
        self.folder.cleanup()
