"""The authorization server: the code grant of oauthlib, as OAuth 2.1 wants it.

django-oauth-toolkit validates and stores (docs/decisions/oauth.md). Clients are public and not
registered, PKCE is S256, codes are stored as hashes, and a token is an `ApiToken`.
"""

import re
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db import transaction
from django.utils import timezone
from oauth2_provider.models import Application, Grant
from oauth2_provider.oauth2_backends import OAuthLibCore
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2 import AuthorizationCodeGrant, BearerToken, InvalidGrantError
from oauthlib.oauth2.rfc6749.endpoints import (
    AuthorizationEndpoint,
    RevocationEndpoint,
    TokenEndpoint,
)
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256

from common.refusals import Refused
from games.api import tokens
from games.api.models import OFFERED
from games.api.oauth import redirects

LASTS = timedelta(days=90)
"""How long the token of an app works. There is no refresh token: the app asks again."""
CODE_LASTS = timedelta(minutes=1)
CLIENT_ID = re.compile(r"[!-~]{1,100}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
"""A SHA-256, base64url without padding."""

PUBLIC: dict[str, object] = {
    "client_type": Application.CLIENT_PUBLIC,
    "authorization_grant_type": Application.GRANT_AUTHORIZATION_CODE,
    "client_secret": "",
    "hash_client_secret": False,
}
"""What every app is."""


class Validator(OAuth2Validator):
    """The rules of this site for oauthlib. Each of them gets oauthlib's request."""

    def _load_application(self, client_id: str | None, request: Any) -> Application | None:
        """Return the app of a client id, which needs no registration."""
        if not CLIENT_ID.fullmatch(client_id or ""):
            return None
        stored = Application.objects.filter(client_id=client_id).first()
        request.client = stored or Application(client_id=client_id, **PUBLIC)
        return request.client

    def client_authentication_required(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        """No app has a secret."""
        return False

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Any that leads to a site by HTTPS, or to a program on the user's device."""
        return redirects.read(redirect_uri) is not None

    def get_default_redirect_uri(
        self, client_id: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """There is none: the app names it."""
        return

    def is_pkce_required(self, client_id: str, request: Any) -> bool:
        """Always."""
        return True

    def get_default_scopes(
        self, client_id: str, request: Any, *args: Any, **kwargs: Any
    ) -> list[str]:
        """No right: such a token reads what everyone can read."""
        return []

    def validate_scopes(
        self,
        client_id: str,
        scopes: list[str],
        client: Any,
        request: Any,
        *args: Any,
        **kwargs: Any,
    ) -> bool:
        """Those of personal tokens."""
        return set(scopes) <= set(OFFERED)

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Store the hash of a code, and the app."""
        with transaction.atomic():
            app, _is_new = Application.objects.update_or_create(
                client_id=client_id, defaults=PUBLIC
            )
            Grant.objects.create(
                application=app,
                user=request.user,
                code=tokens.digest_of(code["code"]),
                expires=timezone.now() + CODE_LASTS,
                redirect_uri=request.redirect_uri,
                scope=" ".join(request.scopes),
                code_challenge=request.code_challenge,
                code_challenge_method=request.code_challenge_method,
            )

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Look for the hash of a code, and lock it until the end of the transaction."""
        request.code = tokens.digest_of(code)
        if client.pk is None:
            return False
        list(Grant.objects.select_for_update().filter(code=request.code, application=client))
        is_valid: bool = super().validate_code(client_id, request.code, client, request)
        return is_valid

    def save_bearer_token(
        self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Store a token of the API."""
        redirect = redirects.read(request.redirect_uri)
        assert redirect is not None  # the code was sent there
        try:
            tokens.store(
                token["access_token"],
                request.user,
                redirect.app(request.client_id),
                [scope for scope in request.scopes if scope],
                LASTS,
                now=timezone.now(),
                client_id=request.client_id,
                code_digest=request.code,
            )
        except Refused as refused:
            # A description is ASCII. The consent page has said the same in the user's language.
            sentence = "The user can't have another token."
            raise InvalidGrantError(description=sentence, request=request) from refused

    def revoke_token(
        self, token: str, token_type_hint: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Revoke a token of this app."""
        tokens.revoke_of_app(token, request.client.client_id)


class CodeGrant(AuthorizationCodeGrant):
    """The code grant with PKCE by S256 alone."""

    _code_challenge_methods: ClassVar = {"S256": code_challenge_method_s256}

    def validate_authorization_request(self, request: Any) -> Any:
        """Refuse what is no S256 challenge too."""
        answer = super().validate_authorization_request(request)
        if not CHALLENGE.fullmatch(request.code_challenge):
            raise InvalidRequestError(description="Invalid code_challenge.", request=request)
        return answer


class CodeServer(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint):
    """The endpoints for the code grant; others don't exist."""

    def __init__(self, validator: Validator) -> None:
        grant = CodeGrant(validator, refresh_token=False)
        bearer = BearerToken(
            validator,
            token_generator=lambda _request: tokens.new(),
            expires_in=int(LASTS.total_seconds()),
        )
        AuthorizationEndpoint.__init__(self, "code", bearer, {"code": grant})
        TokenEndpoint.__init__(self, "authorization_code", bearer, {"authorization_code": grant})
        RevocationEndpoint.__init__(self, validator)


core = OAuthLibCore(CodeServer(Validator()))


def forget_old(now: datetime) -> None:
    """Delete the codes that no app has redeemed in time, and the apps that no user allows.

    An app is updated with each code of it, so one from yesterday has none that works.
    """
    Grant.objects.filter(expires__lte=now).delete()
    with transaction.atomic():
        day_ago = now - timedelta(days=1)
        idle = list(Application.objects.select_for_update().filter(updated__lte=day_ago))
        Application.objects.filter(pk__in=[app.pk for app in idle]).delete()
