"""Middleware that measures requests and serves `/metrics`."""

from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from common.live_response import LiveResponse
from zenith_site.metrics import exposition, streams
from zenith_site.metrics.instruments import REQUEST_SECONDS, REQUESTS, note_clock, note_pool
from zenith_site.slots import arrival

PATH = "/metrics"


class MetricsMiddleware:
    """Middleware that measures every request and answers `/metrics` itself, for any host.

    It needs the header `Authorization: Bearer METRICS_TOKEN`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, and note how long it took."""
        if request.path_info == PATH:
            return metrics(request)
        began = arrival(request)
        response = self.get_response(request)
        seconds = perf_counter() - began
        view, method = _view(request), _method(request)
        REQUESTS.labels(view, method, response.status_code).inc()
        REQUEST_SECONDS.labels(view, method).observe(seconds)
        if isinstance(response, LiveResponse):
            streams.count(response)
        note_pool()
        note_clock()
        return response


def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics of this host's processes, and the state of the whole site."""
    if not exposition.may_read(request.headers.get("Authorization", "")):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(exposition.everything(), CONTENT_TYPE_PLAIN_0_0_4)


def _view(request: HttpRequest) -> str:
    """Return the name of a request's view; a static file and an unknown path have none."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


def _method(request: HttpRequest) -> str:
    """Return the method; a client can invent others, and each one would be kept for ever."""
    return str(request.method) if request.method in ("GET", "HEAD", "POST") else "other"
