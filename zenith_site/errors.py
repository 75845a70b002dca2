"""Views of the error pages.

Django's own wrap themselves in `requires_csrf_token`, which parses the form again: when parsing the
form is what failed, the error page fails too. These only render. The templates get their token from
the cookie. Programs get JSON.
"""

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language_from_request

from common.problems import problem, wants_json

RETRY_AFTER = 60
"""How many seconds later a request may find the database again."""

READ_ONLY = "25006"
"""PostgreSQL's code for a statement that writes, at a server that is no primary."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 400 page, without the request, which may be what failed.

    A request that is refused before `LocaleMiddleware` has no language yet.
    """
    language = getattr(request, "LANGUAGE_CODE", None) or get_language_from_request(request)
    if wants_json(request):
        return problem(400)
    with translation.override(language):
        return HttpResponse(render_to_string("400.html"), status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 403 page."""
    return problem(403) if wants_json(request) else render(request, "403.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 404 page."""
    return problem(404) if wants_json(request) else render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the 500 page, without the request, which may be what failed.

    If the database does not answer, it is a 503: the same request may succeed a little later.
    """
    if _is_away(sys.exception()):
        if wants_json(request):
            response: HttpResponse = problem(503)
        else:
            response = HttpResponse(render_to_string("503.html"), status=503)
        response["Retry-After"] = str(RETRY_AFTER)
        return response
    if wants_json(request):
        return problem(500)
    return HttpResponse(render_to_string("500.html"), status=500)


def _is_away(error: BaseException | None) -> bool:
    """Whether an error says that the database can't be reached.

    So does an answer that libpq can't assign to a statement: a pooler that loses its server puts an
    error of its own between. Errors of statements have a code of PostgreSQL. One of them says that
    the server has become a replica, and the pooler does not know yet.
    """
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") in (None, READ_ONLY)
    return isinstance(error, OperationalError | InterfaceError)
