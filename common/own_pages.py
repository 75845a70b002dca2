"""Forms without a token: those of pages that are the same for all visitors."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect


def from_own_pages(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view whose form has no CSRF token: the browser says which site it stands on.

    A token needs a cookie, with which no proxy could keep the page for the next visitor. Browsers
    name in `Origin` the site that a form was posted from; another site can't change that. A
    request that names none, or another one, needs the token as ever.
    """
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def posted(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        own = f"{request.scheme}://{request.get_host()}"
        passes = view if request.headers.get("Origin") == own else checked
        return passes(request, *args, **kwargs)

    return posted
