"""The consent page, and the endpoints that apps call."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.http import OAuth2ResponseRedirect
from oauthlib.common import add_params_to_uri

from accounts.requests import SignedInRequest, freshly_signed_in, signed_in
from common.refusals import Refused
from games.api import gate, tokens
from games.api.forms import ConsentForm
from games.api.models import OFFERED, ApiToken
from games.api.oauth import redirects
from games.api.oauth.server import LASTS, core
from games.endpoints.access import Scope

type View = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True, slots=True)
class AppRequest:
    """What an app asks a user for."""

    client_id: str
    redirect: redirects.Redirect
    redirect_uri: str
    scopes: list[Scope]
    state: str | None
    credentials: dict[str, Any]
    """The same for oauthlib."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """The page on which a user allows an app to use the API in their name.

    A wrong request of an app is answered with a page, not with a redirect: anyone can make one up,
    and the site would send visitors anywhere.
    """
    asked = _read(request)
    return _decide(request, asked) if request.method == "POST" else _ask(request, asked)


def _read(request: HttpRequest) -> AppRequest:
    """Return what an app asks for; raises `Refused`."""
    try:
        scopes, credentials = core.validate_authorization_request(request)
    except OAuthToolkitError as error:
        reason = error.oauthlib_error.description or error.oauthlib_error.error
    except ValueError:  # no query that can be read
        reason = "invalid_request"
    else:
        where = redirects.read(credentials["redirect_uri"])
        assert where is not None  # validated
        rights = [scope for scope in OFFERED if scope in scopes]
        credentials = {name: credentials[name] for name in credentials if name != "request"}
        return AppRequest(
            credentials["client_id"],
            where,
            credentials["redirect_uri"],
            rights,
            credentials["state"],
            credentials,
        )
    sentence = _("The app has sent a request that this site doesn't understand: %(reason)s")
    raise Refused(sentence % {"reason": reason}, 400)


@freshly_signed_in
def _ask(request: SignedInRequest, asked: AppRequest) -> HttpResponse:
    tokens.check(request.user, asked.scopes, timezone.now())
    context = {
        "asked": asked,
        "form": ConsentForm(asked.scopes),
        "app": asked.redirect.app(asked.client_id),
        "days": LASTS.days,
    }
    page = render(request, "api/authorize.html", context)
    # Browsers apply the policy to what a form is redirected to.
    allowed: Mapping[str, Any] = {
        **settings.SECURE_CSP,
        "form-action": [CSP.SELF, asked.redirect.form_action],
    }
    policied: HttpResponse = csp_override(allowed)(lambda _request: page)(request)
    return policied


@signed_in
def _decide(request: SignedInRequest, asked: AppRequest) -> HttpResponse:
    if not request.user.is_guest and is_reauthentication_required(request, app="accounts"):
        return redirect(request.get_full_path())  # which asks for the password, and then again
    tokens.check(request.user, asked.scopes, timezone.now())
    if "allow" in request.POST:
        given = set(request.POST.getlist("scopes"))
        scopes = [scope.value for scope in asked.scopes if scope in given]
        to, _headers, _body, _status = core.create_authorization_response(
            request, scopes, asked.credentials, allow=True
        )
    else:
        answer = [("error", "access_denied"), ("iss", settings.SITE_URL)]
        if asked.state:
            answer.append(("state", asked.state))
        to = add_params_to_uri(asked.redirect_uri, answer)
    leading: HttpResponse = OAuth2ResponseRedirect(to, [to.partition(":")[0].lower()])
    return leading


def endpoint(view: View) -> View:
    """Return a view that apps post a form to, from any site; a decorator."""

    @wraps(view)
    def answering(request: HttpRequest) -> HttpResponse:
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Methods"] = "POST"
            response["Access-Control-Allow-Headers"] = "Content-Type"
            response["Access-Control-Max-Age"] = "86400"
        elif seconds := gate.visitor_waits(request):
            response = gate.too_many(seconds)
        else:
            try:
                response = view(request)
            except ValueError:  # a query that oauthlib can't read
                response = JsonResponse({"error": "invalid_request"}, status=400)
        response["Access-Control-Allow-Origin"] = "*"
        return response

    exempt: View = csrf_exempt(require_http_methods(["POST", "OPTIONS"])(answering))
    return exempt


@endpoint
def token(request: HttpRequest) -> HttpResponse:
    """Give an app the token for a code. Errors are those of RFC 6749.

    A code that comes again has leaked: the token that was issued for it is revoked (4.1.2).
    """
    with transaction.atomic():
        _uri, headers, body, status = core.create_token_response(request)
        if status == 200:
            digest = tokens.digest_of(json.loads(body)["access_token"])
            tokens.mail_owner(request, ApiToken.objects.select_related("user").get(digest=digest))
        else:
            transaction.set_rollback(True)
    if status != 200:  # after the rollback, which would undo it
        tokens.revoke_of_code(request.POST.get("code", ""))
    return _answer(headers, body, status)


@endpoint
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke the token of an app (RFC 7009)."""
    _uri, headers, body, status = core.create_revocation_response(request)
    return _answer(headers, body, status)


def _answer(headers: dict[str, str], body: str, status: int) -> HttpResponse:
    """Return an answer of oauthlib, which does not name the type of every error."""
    headers = {"Content-Type": "application/json", **headers}
    return HttpResponse(body or "", status=status, headers=headers)


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """What apps can read of the endpoints (RFC 8414)."""
    site = settings.SITE_URL
    response = JsonResponse(
        {
            "issuer": site,
            "authorization_endpoint": site + reverse("oauth_authorize"),
            "token_endpoint": site + reverse("oauth_token"),
            "revocation_endpoint": site + reverse("oauth_revoke"),
            "service_documentation": site + reverse("api"),
            "scopes_supported": OFFERED,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
        }
    )
    response["Access-Control-Allow-Origin"] = "*"
    return response
