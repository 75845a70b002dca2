"""Middleware that names requests in logs, and logs the slow ones."""

import re
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from zenith_site.log_context import Work, work
from zenith_site.logs import slow
from zenith_site.slots import arrival

REQUEST_ID = re.compile(r"[\w.:-]{1,64}")
OF_A_GAME = "tables/<int:pk>/"
"""How the routes begin that belong to a game."""


class RequestLogMiddleware:
    """Middleware that gives log lines the ids of request, user and game, and logs slow requests.

    A proxy that is trusted may send the id of the request as `X-Request-ID`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, and log it if that took too long."""
        current = Work(_id(request))
        work.set(current)  # for good: Django logs a 404 after the last middleware
        began = arrival(request)
        response = self.get_response(request)
        slow(current, perf_counter() - began, settings.SLOW_REQUEST_MS)
        return response

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, kwargs: Any) -> None:
        """Note view, user and game: the user has been read by now, the request is resolved."""
        current, match = work.get(), request.resolver_match
        if current is None or match is None:
            return
        current.name = match.view_name
        current.user = request.user.pk
        if match.route.startswith(OF_A_GAME):
            current.game = kwargs["pk"]


def _id(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
