"""Requests that no page sends: they get a sentence instead of an empty page or a fault."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render

ODD = re.compile(r"\0|\d{1000}")
Answer = Callable[[HttpRequest], HttpResponse]


class OddRequestMiddleware:
    """Refuse what would be a fault further on: 400. Give a 405 its page.

    PostgreSQL keeps no NUL characters, and Python reads no numbers of thousands of digits.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Look at what is known before the view is."""
        _refuse([request.path, *request.COOKIES.values(), *_texts(request.GET)])
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            page = render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Look at the fields of a form."""
        _refuse(_texts(request.POST))


def _texts(data: QueryDict) -> Iterable[str]:
    return [text for name, values in data.lists() for text in (name, *map(str, values))]


def _refuse(texts: Iterable[str]) -> None:
    if any(ODD.search(text) for text in texts):
        raise BadRequest("a NUL character or a number without end")
