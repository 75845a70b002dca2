"""A signed-in user's language and time zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PreferencesMiddleware:
    """Answer in the user's language and zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Switch for the time of one request."""
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        with timezone.override(user.zone):
            if user.language:
                translation.activate(user.language)
                request.LANGUAGE_CODE = translation.get_language()
            return self.get_response(request)
