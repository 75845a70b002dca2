"""What operations answer with when they raise: problems, and answers that have been kept."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from common.problems import problem
from common.refusals import Refused
from games.api.gate import unauthenticated
from games.endpoints.access import AnsweredBefore, NoToken
from games.tables.models import Game


def add_handlers(api: NinjaAPI) -> None:
    """Let an API answer exceptions; what it doesn't know, Django answers."""
    api.add_exception_handler(Exception, _unknown)
    api.add_exception_handler(Refused, _refused)
    api.add_exception_handler(Http404, _missing)
    api.add_exception_handler(Game.DoesNotExist, _missing)
    api.add_exception_handler(NoToken, _no_token)
    api.add_exception_handler(AnsweredBefore, _again)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(HttpError, _unreadable)


def _unknown(_request: HttpRequest, error: Any) -> HttpResponse:
    raise error


def _refused(_request: HttpRequest, error: Any) -> HttpResponse:
    response: HttpResponse = problem(error.status, str(error), error.code)
    if error.retry_after is not None:
        response["Retry-After"] = str(error.retry_after)
    return response


def _missing(_request: HttpRequest, _error: Any) -> HttpResponse:
    return problem(404, _("There is nothing here, or it is not for you."))


def _no_token(_request: HttpRequest, _error: Any) -> HttpResponse:
    return unauthenticated(_("Send a token: Authorization: Bearer …"))


def _again(_request: HttpRequest, error: Any) -> HttpResponse:
    answer: HttpResponse = error.answer
    return answer


def _unreadable(_request: HttpRequest, error: Any) -> HttpResponse:
    return problem(error.status_code, _("This is not JSON that can be read."), "malformed_body")


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    """Name the fields; a part of the address that can't be one is a 404."""
    if any(details["loc"][0] == "path" for details in error.errors):
        return _missing(request, error)
    errors = [{"at": _at(details["loc"]), "code": details["type"]} for details in error.errors[:20]]
    named = ", ".join(dict.fromkeys(field["at"] for field in errors))
    return problem(422, _("Not valid: %(fields)s") % {"fields": named}, errors=errors)


def _at(location: Sequence[str | int]) -> str:
    """Return the place of a field: `answers/0`."""
    parts = location[2:] if location[0] == "body" and len(location) > 2 else location[1:]
    return "/".join(str(part)[:60] for part in parts) or "body"
