"""Middleware for every request: health checks, wrong hosts, malformed requests."""

import re
from collections.abc import Callable, Iterable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.multipartparser import MultiPartParser
from django.http.request import QueryDict
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.middleware import refusal_page
from accounts.requests import HtmxRequest, begin_links_with_site_url
from common.problems import problem, wants_json
from common.refusals import Refused
from common.texts import in_json, is_odd
from zenith_site import health
from zenith_site.hosts import is_own, without_usual_port
from zenith_site.request_limits import exceeded

LINE_END = re.compile(r"\r\n?")
URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
Answer = Callable[[HttpRequest], HttpResponse]


class HealthMiddleware:
    """Middleware that answers health checks first: for any host, without session or redirect."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer `/healthz`, `/servingz` and `/readyz`, pass on the rest."""
        view = health.VIEWS.get(request.path_info, self.get_response)
        return view(request)


class HostMiddleware:
    """Middleware that refuses other hosts and makes absolute links begin with SITE_URL."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Check the Host header; 400 if it names another site."""
        host = without_usual_port(request._get_raw_host())  # type: ignore[attr-defined]
        if not is_own(host):
            with translation.override(translation.get_language_from_request(request)):
                return HttpResponseBadRequest(_sentence(), "text/plain; charset=utf-8")
        # It is compared with Origin and Referer, in which browsers leave a usual port out.
        request.META["HTTP_HOST"] = host
        begin_links_with_site_url(request)
        return self.get_response(request)


def _sentence() -> str:
    sentences = [_("The address of this site is %(site)s.") % {"site": settings.SITE_URL}]
    if settings.DEBUG:
        sentences.append(_("To open it under another one, set SITE_URL or ALLOWED_HOSTS."))
    return " ".join(sentences) + "\n"


class OddRequestMiddleware:
    """Middleware that answers 400 to requests that would fail further on, and renders 405 pages."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Check what is known before the body is read."""
        headers = [value for value in request.META.values() if isinstance(value, str)]
        _refuse([request.path, *headers, *request.COOKIES.values(), *_texts(request.GET)])
        _refuse_odd_encoding(request)
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            is_program = wants_json(request)
            page = problem(405) if is_program else render(request, "405.html", status=405)
            for name in {"Allow", "Cache-Control"} & set(response.headers):
                page[name] = response[name]
            return page
        return response

    def process_view(self, request: HtmxRequest, *_view: object) -> HttpResponse | None:
        """Check the fields of a form, or the strings of a JSON document; 413 if it is too long.

        Browsers send a line break as two characters and count it as one: it is normalized to one
        here.
        """
        limit = exceeded(request)
        if limit is not None:
            return refusal_page(request, Refused(_too_long(limit), 413))
        if request.content_type in (URLENCODED, MULTIPART):
            form = _form(request)
            texts = list(_texts(form))
            _refuse(texts)
            if any("\r" in text for text in texts):
                request.POST = _with_plain_lines(form)  # type: ignore[assignment]
        elif request.method not in ("GET", "HEAD", "OPTIONS"):
            _refuse(in_json(request.body))
        return None


def _too_long(limit: int) -> str:
    sentence = _("This is too long: the site takes %(limit)s here. Shorten it and try again.")
    return sentence % {"limit": filesizeformat(limit)}


def _refuse_odd_encoding(request: HttpRequest) -> None:
    """Refuse a body that Django's parsers would skip, or would decode with another charset."""
    given = request.content_params or {}
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise BadRequest("an encoded body")
    if request.content_type not in (URLENCODED, MULTIPART):
        return
    if given.get("charset", "utf-8").lower() != "utf-8":
        raise BadRequest("a form in another charset than UTF-8")
    if request.content_type == MULTIPART:
        boundary = given.get("boundary", "")
        if not boundary.isascii() or not MultiPartParser.boundary_re.fullmatch(boundary):
            raise BadRequest("a form without a boundary")


def _form(request: HttpRequest) -> QueryDict:
    try:
        return request.POST
    except (LookupError, ValueError) as error:  # parameters of a part that make no sense
        request._mark_post_parse_error()  # type: ignore[attr-defined]
        raise BadRequest("a form that cannot be read") from error


def _with_plain_lines(form: QueryDict) -> QueryDict:
    plain = form.copy()
    for name, values in form.lists():
        plain.setlist(name, [LINE_END.sub("\n", str(value)) for value in values])
    return plain


def _texts(data: QueryDict) -> Iterable[str]:
    return [text for name, values in data.lists() for text in (name, *map(str, values))]


def _refuse(texts: Iterable[str]) -> None:
    if is_odd(texts):
        raise BadRequest("a NUL character, a lone surrogate or a number without end")
