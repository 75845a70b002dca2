"""The API: its operations under one address, behind one gate."""

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse
from django.utils import translation
from django.utils.module_loading import module_has_submodule
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Router
from ninja.operation import Operation

from common.problems import PROBLEM, problem
from games.api.gate import gate
from games.api.models import OFFERED
from games.api.operations import (
    cards,
    games,
    notifications,
    own,
    play,
    players,
    reviews,
    streams,
    tables,
)
from games.api.operations.router import router
from games.api.problems import add_handlers
from games.api.streams.stream import NDJSON
from games.endpoints.schemas import Problem

OPERATIONS = (games, play, own, reviews, streams, tables, players, notifications, cards)
"""The modules of the operations of this app, which register themselves."""


PROBLEM_RESPONSE = {
    "description": "A problem",
    "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


BINARY = {"type": "string", "format": "binary"}
IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "maxLength": 100},
    "description": "A new word of yours for each write: a request sent twice is done once.",
}


AT_TABLES = ("/api/v1/games/{number}/", "/api/v1/tables/{number}")
"""How the addresses begin whose writes compare an `If-Match`."""
IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "The ETag of the game as you have read it: a 412 if it has changed since.",
}


class SiteApi(NinjaAPI):
    """An API whose operations and addresses are named after their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of a function."""
        return operation.view_func.__name__

    def get_operation_url_name(self, operation: Operation, router: Router) -> str:
        """Return the name of a function as that of an address."""
        return f"api_{operation.view_func.__name__}"


api = SiteApi(
    title="Zenith",
    version="1",
    description=(
        "Play the board game Zenith, and read what the site shows. Reading needs no token where "
        "pages need none. Errors are problems (RFC 9457) with a stable `code`."
    ),
    openapi_url=None,
    docs_url=None,
)
add_handlers(api)
api.add_router("", router)
for config in apps.get_app_configs():
    if config.name != "games.api" and module_has_submodule(config.module, "operations"):
        api.add_router("", import_module(f"{config.name}.operations").router)


def description() -> dict[str, Any]:
    """Return the OpenAPI description, as it is kept in docs/openapi.json."""
    schema: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/")))
    schema.pop("servers", None)
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            says, _line, more = operation.pop("description", "").partition("\n")
            operation["summary"] = says.removesuffix(".")
            if more.strip():
                operation["description"] = " ".join(more.split())
            if operation.pop("x-lines", False):
                content = operation["responses"]["200"]["content"]
                content[NDJSON] = content.pop("application/json")
            if media_type := operation.pop("x-media-type", ""):
                schema_of = {} if media_type == "application/json" else BINARY
                operation["responses"] = {
                    "200": {"description": "OK", "content": {media_type: {"schema": schema_of}}}
                }
            operation["responses"]["default"] = PROBLEM_RESPONSE
            operation.setdefault("security", [{}, {"BearerToken": []}])
            operation["security"].append({"OAuth2": operation.get("x-scope", "").split()})
            if method != "get":
                operation["parameters"].append(IDEMPOTENCY_KEY)
                if path.startswith(AT_TABLES):
                    operation["parameters"].append(IF_MATCH)
    schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
    schema["components"]["securitySchemes"]["OAuth2"] = _oauth()
    return schema


def _oauth() -> dict[str, object]:
    """Return how apps get a token, with the rights in English for all readers."""
    with translation.override("en"):
        rights = {scope.value: str(scope.label) for scope in OFFERED}
    return {
        "type": "oauth2",
        "description": "For apps: PKCE with S256, and no registration (docs/api.md).",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": settings.SITE_URL + reverse("oauth_authorize"),
                "tokenUrl": settings.SITE_URL + reverse("oauth_token"),
                "scopes": rights,
            }
        },
    }


def unknown(request: HttpRequest) -> HttpResponse:
    """An address of the API that doesn't exist."""
    return problem(404, _("The API has no such address. Its description is at /api/."))


def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description."""
    if request.method != "GET":
        response = HttpResponse(status=405)
        response["Allow"] = "GET"
        return response
    return HttpResponse(json.dumps(description()), content_type="application/json")


def patterns() -> Iterator[URLPattern]:
    """Return the addresses of all operations."""
    for pattern in api.urls[0]:
        if isinstance(pattern, URLPattern) and pattern.name != "api-root":
            pattern.callback = gate(pattern.callback)
            yield pattern
