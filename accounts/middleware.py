"""Middleware: language and time zone, guests on the sign-in pages, sessions, refusals."""

import secrets
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal.httpkit import HTTP_USER_AGENT_MAX_LENGTH
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache, caches
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.template.response import TemplateResponse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.http import reselect, reswap, retarget

from accounts.models import User
from accounts.requests import HtmxRequest
from accounts.signals import SessionSeen, session_seen
from common.indexing import named_language
from common.problems import problem, wants_json
from common.refusals import Refused

ASKED_FOR = 60
"""Seconds for which a process need not ask the shared cache again."""
TOO_MANY = ("too_many_login_attempts", "rate_limited")
"""Error codes of django-allauth that mean a rate limit."""
Answer = Callable[[HttpRequest], HttpResponse]


class PreferencesMiddleware:
    """Middleware that activates the user's language and time zone.

    A user who has chosen no language reads the browser's. It is noted for mails when it changes,
    once an hour at most. For visitors, the address of the page may name the language (`?lang=fr`):
    search engines list each language by itself, and nothing of it is kept.
    """

    EVERY = 3600

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Activate them for one request."""
        user = request.user
        if not user.is_authenticated:
            language = named_language(_query_of_page(request))
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = language
            return self.get_response(request)
        with timezone.override(user.zone):
            if user.language:
                translation.activate(user.language)
                request.LANGUAGE_CODE = translation.get_language()
            else:
                self._note_language(request, user)
            return self.get_response(request)

    def _note_language(self, request: HttpRequest, user: User) -> None:
        """Write down the language that the browser asks for, if it is another one than before."""
        asked = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        if not asked and "Accept-Language" not in request.headers:
            return
        language = translation.get_language() or ""
        if language != user.last_language and _is_due(f"language:{user.pk}", self.EVERY):
            User.objects.filter(pk=user.pk).update(last_language=language)
            user.last_language = language


class GuestMiddleware:
    """Middleware that hides guests from django-allauth, which redirects signed-in users away.

    `request.guest` is the guest on those pages. A form that comes back with errors gets the status
    422, or 429.
    """

    STAYS = ("account_logout",)

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on: the view is not known yet."""
        return self.get_response(request)

    def process_view(self, request: HtmxRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Hide the guest from the pages for signing in."""
        user = request.user
        if _is_allauth(request) and user.is_authenticated and user.is_guest:
            match = request.resolver_match
            if match is not None and match.url_name not in self.STAYS:
                request.guest = user
                request.user = AnonymousUser()

    def process_template_response(
        self, request: HttpRequest, response: TemplateResponse
    ) -> TemplateResponse:
        """Give a form with errors its status."""
        if request.method == "POST" and response.status_code == 200 and _is_allauth(request):
            forms = [v for k, v in (response.context_data or {}).items() if k.endswith("form")]
            errors = [error for form in forms for error in _errors(form)]
            if errors:
                too_many = any(error.code in TOO_MANY for error in errors)
                response.status_code = 429 if too_many else 422
        return response


class LastSeenMiddleware:
    """Middleware that records the use of a session at intervals, and extends it once a day.

    django-allauth's own middleware writes at every request, and SQLite has one writer.
    """

    EVERY = 300
    DAY = 86400
    DEVICE = "device"
    """The cookie that identifies a browser, also under another account (docs/fairplay.md)."""
    DEVICE_LASTS = 365 * DAY

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Insert or update the session's row, in one query."""
        key = request.session.session_key
        known = request.COOKIES.get(self.DEVICE, "")[:64]
        device = known or secrets.token_urlsafe(16)
        if key and request.user.is_authenticated and _is_due(f"seen:{key}", self.EVERY):
            row = UserSession(
                session_key=key,
                user=request.user,
                ip=get_adapter().get_client_ip(request),
                user_agent=request.headers.get("User-Agent", "")[:HTTP_USER_AGENT_MAX_LENGTH],
                last_seen_at=timezone.now(),
            )
            UserSession.objects.bulk_create(
                [row],
                update_conflicts=True,
                unique_fields=["session_key"],
                update_fields=["user", "ip", "user_agent", "last_seen_at"],
            )
            self._note_day(request.user, row.last_seen_at.date())
            session_seen.send(SessionSeen(request.user, row.ip, device))
        if key and _logged_in_before_today(request) and _is_due(f"lasts:{key}", self.DAY):
            request.session.modified = True  # so that regular visitors are not logged out
        response = self.get_response(request)
        if key and not known and request.user.is_authenticated and not request.user.is_guest:
            response.set_cookie(
                self.DEVICE,
                device,
                max_age=self.DEVICE_LASTS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def _note_day(self, user: User, today: date) -> None:
        """Write the day on which a user was last on the site, once a day."""
        if cache.add(f"seen-on:{user.pk}:{today}", 1, self.DAY):
            User.objects.filter(pk=user.pk).update(last_seen_on=today)


class ViewerMiddleware:
    """Middleware that refuses requests of pages whose user has logged out since.

    Each request of htmx names the user that its page was rendered for: `X-Viewer`, set in
    static/js/regions.js. If the session belongs to another user by now, the answer would be made
    for the wrong viewer: the browser goes to the log-in page, which leads back, or loads the page
    again, which says so. After a new log-in of the same user the request is answered as ever: it
    has the token of the new session.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse another user's page; correct the `next` of a redirect to the log-in page."""
        viewer = request.headers.get("X-Viewer")
        if viewer is not None and viewer != str(request.user.pk or ""):
            if request.user.is_authenticated:
                with translation.override(request.user.language or translation.get_language()):
                    messages.info(request, _reloaded(request))
                return HttpResponse(status=409, headers={"HX-Refresh": "true"})
            login = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': _page_of(request)})}"
            return HttpResponse(status=409, headers={"HX-Redirect": login})
        response = self.get_response(request)
        if request.method == "POST" and response.status_code == 302:
            login, _mark, query = response["Location"].partition("?")
            if login == resolve_url(settings.LOGIN_URL) and "next=" in query:
                # `login_required` names the URL of the form, which accepts no GET.
                response["Location"] = f"{login}?{urlencode({'next': _page_of(request)})}"
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Send a visitor to the log-in page where a user would be asked for the password again.

        django-allauth would keep what was posted, in a session for this one request.
        """
        if isinstance(error, ReauthenticationRequired) and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return None


def _reloaded(request: HttpRequest) -> str:
    name = {"name": request.user.get_username()}
    if request.method == "GET":
        return _("You are logged in as %(name)s now, so the page has been loaded again.") % name
    return (
        _(
            "You are logged in as %(name)s now, so the page has been loaded again. "
            "What you last clicked on it was not carried out."
        )
        % name
    )


class RefusalMiddleware:
    """Answers a refusal that no view has caught: its sentence, its status and a way back.

    The service's transaction has been rolled back by then. A script that posts JSON gets JSON, and
    so does a program that asks for it (`common.problems`). For htmx the answer replaces the
    content of the page, not a region of it.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on: what a view raises arrives in `process_exception`."""
        return self.get_response(request)

    def process_exception(self, request: HtmxRequest, error: Exception) -> HttpResponse | None:
        """Answer a `Refused`; leave every other exception to Django."""
        return refusal_page(request, error) if isinstance(error, Refused) else None


def refusal_page(request: HtmxRequest, refused: Refused) -> HttpResponse:
    """Return the answer to a refused request: a page, its content for htmx, or JSON."""
    response: HttpResponse
    if request.content_type == "application/json" or wants_json(request):
        response = problem(refused.status, str(refused), refused.code)
    else:
        context = {"sentence": refused.sentence, "back": _way_back(request)}
        response = render(request, "refused.html", context, status=refused.status)
        if request.htmx:
            reswap(reselect(retarget(response, "#main"), "#main"), "outerHTML")
    if refused.retry_after is not None:
        response["Retry-After"] = str(refused.retry_after)
    return response


def _way_back(request: HttpRequest) -> str:
    """Return the address of the page before; "" if it is the home page or the refused one."""
    page = _page_of(request)
    home = resolve_url(settings.LOGIN_REDIRECT_URL)
    is_refused = request.method != "POST" and urlsplit(page).path == request.path
    return "" if page == home or is_refused else page


def _page_of(request: HttpRequest) -> str:
    """Return the address of the page that a request came from; the home page if unknown."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    hosts = {request.get_host()}
    if not page or not url_has_allowed_host_and_scheme(page, hosts, request.is_secure()):
        return resolve_url(settings.LOGIN_REDIRECT_URL)
    parts = urlsplit(page)
    return urlunsplit(("", "", parts.path, parts.query, ""))


def _query_of_page(request: HttpRequest) -> QueryDict:
    """Return the query of the page's address; for htmx, of the page that sent the request."""
    page = request.headers.get("HX-Current-URL")
    return request.GET if page is None else QueryDict(urlsplit(page).query)


def _is_due(key: str, every: int) -> bool:
    """Whether this happens for the first time in `every` seconds; the shared cache knows.

    Within a minute a process does not ask again.
    """
    return caches["process"].add(key, 1, ASKED_FOR) and cache.add(key, 1, every)


def _logged_in_before_today(request: HttpRequest) -> bool:
    since = request.user.last_login if request.user.is_authenticated else None
    return since is not None and since < timezone.now() - timedelta(days=1)


def _errors(form: Any) -> list[ValidationError]:
    if not isinstance(form, BaseForm):
        return []
    return [error for errors in form.errors.as_data().values() for error in errors]


def _is_allauth(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.route.startswith("accounts/")
