"""A program that uses the API in tests."""

import json
from collections.abc import Callable
from typing import Any

from django.test import Client
from django.test.client import ClientHandler

from accounts.models import User
from games.api import tokens
from games.api.models import ApiToken
from games.endpoints.access import Scope

EVERYTHING = (Scope.READ, Scope.PLAY, Scope.CHALLENGE, Scope.TALK)


def token_for(user: User, *scopes: str, **fields: Any) -> str:
    """Store a token and return it."""
    token = f"{tokens.PREFIX}of-{user.pk}-{ApiToken.objects.count()}"
    ApiToken.objects.create(
        user=user,
        name="a token",
        digest=tokens.digest_of(token),
        scopes=list(scopes),
        **fields,
    )
    return token


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """Answer a request as the test client does: in the transaction of the test."""
    response: Any = ClientHandler()(environ)
    status = f"{response.status_code} {response.reason_phrase}"
    start_response(status, [(name, str(value)) for name, value in response.items()])
    return [response.content]


class Program:
    """A program without a session, with a token or without one."""

    def __init__(self, user: User | None = None, *scopes: str, **headers: str) -> None:
        self.headers = dict(headers)
        if user is not None:
            self.headers["authorization"] = f"Bearer {token_for(user, *(scopes or EVERYTHING))}"
        self.client = Client(raise_request_exception=False)

    def get(self, path: str, **headers: str) -> Any:
        """Read."""
        return self.client.get(f"/api/v1{path}", headers={**self.headers, **headers})

    def post(self, path: str, data: object = None, **headers: str) -> Any:
        """Write."""
        return self.send("POST", path, data, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        """Take back."""
        return self.send("DELETE", path, None, **headers)

    def send(self, method: str, path: str, data: object = None, **headers: str) -> Any:
        """Send JSON."""
        return self.client.generic(
            method,
            f"/api/v1{path}",
            b"" if data is None else json.dumps(data).encode(),
            "application/json",
            headers={**self.headers, **headers},
        )
