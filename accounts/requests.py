"""Types of requests, and the decorator of views for signed-in users."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, cast

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class HtmxRequest(HttpRequest):
    """A request that has passed django-htmx's middleware; `htmx` is true if htmx sent it."""

    htmx: HtmxDetails
    regions: dict[str, str]
    """What `shown_by` has read."""
    guest: User
    """The guest who visits a page of django-allauth, where `user` is anonymous."""


class SignedInRequest(HtmxRequest):
    """A request of a signed-in user, who may be a guest."""

    user: User


def signed_in[**P, R: HttpResponse](
    view: Callable[Concatenate[SignedInRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """Send visitors who aren't signed in to the log-in page; the view gets a `SignedInRequest`."""
    return login_required(cast("Callable[Concatenate[HttpRequest, P], R]", view))


def freshly_signed_in[**P, R: HttpResponse](
    view: Callable[Concatenate[SignedInRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """Ask a signed-in user for the password, a passkey or a code before the view, if it was long
    ago; then the request goes on, a form with what was posted.

    Not guests: they have nothing but their session.
    """

    @wraps(view)
    def asking(request: SignedInRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not request.user.is_guest:
            raise_if_reauthentication_required(request, app="accounts")
        return view(request, *args, **kwargs)

    return signed_in(asking)


def viewer_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or `None` for a visitor."""
    return request.user if isinstance(request.user, User) else None


def begin_links_with_site_url(request: HttpRequest) -> None:
    """Have `build_absolute_uri` put SITE_URL before paths, also in django-allauth's mails."""
    request._current_scheme_host = settings.SITE_URL  # type: ignore[attr-defined]


REGIONS = "X-Regions"
"""The header in which a page lists the regions that it shows."""


def shown_by(request: HtmxRequest) -> dict[str, str]:
    """Return the digests of the regions that the page of a request shows, by name.

    `table`: the version of the table that it shows. See `zenith_site.regions`.
    """
    known: dict[str, str] | None = getattr(request, "regions", None)
    if known is None:
        listed = request.headers.get(REGIONS, "").split()
        known = dict(pair.split(":", 1) for pair in listed if ":" in pair)
        request.regions = known
    return known
