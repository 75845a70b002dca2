"""Which answers may be kept: only those that are for everyone, or say so themselves."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class NoStoreMiddleware:
    """Middleware that lets no browser and no proxy keep what is not for everyone.

    The next user of a device would find it by *Back*, the next one of a proxy by the address. A
    view that decides otherwise sets `Cache-Control` itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header to the answer to a request with a session."""
        response = self.get_response(request)
        if not response.has_header("Cache-Control") and not request.session.is_empty():
            response["Cache-Control"] = "private, no-store"
        return response
