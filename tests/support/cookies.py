"""The cookies of responses, compared with those that the page about privacy lists."""

from typing import Any

from django.test import Client

from common.disclosures import COOKIES


def undisclosed(response: Any) -> list[str]:
    """Return the cookies that a response sets and the list lacks, or that last longer than said."""
    return [
        name
        for name, morsel in response.cookies.items()
        if COOKIES  # without the page about privacy there is no list
        and morsel.value  # else it is deleted
        and (name not in COOKIES or int(morsel["max-age"] or 0) > (COOKIES[name].seconds or 0))
    ]


class CookieBrowser(Client):
    """A browser that refuses what the list of cookies lacks, and knows which it has met."""

    def __init__(self) -> None:
        super().__init__()
        self.met: set[str] = set()

    def request(self, **request: Any) -> Any:
        """Send a request, and look at the cookies of the response."""
        response = super().request(**request)
        assert undisclosed(response) == [], request["PATH_INFO"]
        self.met |= {name for name, morsel in response.cookies.items() if morsel.value}
        return response
