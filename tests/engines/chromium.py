"""Debian's Chromium, the engine that the pictures of the others are compared with."""

from playwright.sync_api import Error, Playwright

from tests.e2e.conftest import CHROMIUM, LIKE_A_WINDOW
from tests.engines.browser import PageGone


class Chromium:
    """A page of a Chromium of its own."""

    name = "chromium"

    def __init__(self, playwright: Playwright) -> None:
        self.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=LIKE_A_WINDOW)
        self.page = self.browser.new_page(reduced_motion="reduce", service_workers="block")
        self.logged: list[str] = []
        self.page.on("pageerror", lambda error: self.logged.append(str(error)))

    def sign_in(self, site: str, session: str) -> None:
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])

    def open(self, address: str) -> None:
        self.page.goto(address)

    def run(self, function: str, argument: str) -> str | None:
        try:
            answer: str | None = self.page.evaluate(function, argument)
        except Error as error:
            if "context was destroyed" in error.message:
                raise PageGone(error.message) from error
            raise AssertionError(error.message) from error
        return answer

    def click_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def picture(self) -> bytes:
        return self.page.screenshot()

    def errors(self) -> list[str]:
        return self.logged

    def close(self) -> None:
        self.browser.close()
