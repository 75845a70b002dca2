"""Answers with a fragment for htmx, or with the page around it."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import HtmxRequest


def render_fragment(
    request: HtmxRequest, fragment: str, page: str, context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    """Answer htmx with a fragment of Jinja2, and others with a page.

    Django asks one engine after the other if none is named. The exception of the first keeps its
    frames, and so all that the request has made, until the next garbage collection.
    """
    if request.htmx:
        return render(request, fragment, context, status=status, using="jinja2")
    return render(request, page, context, status=status)
