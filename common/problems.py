"""Problems: errors as JSON, for programs (RFC 9457)."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

PROBLEM = "application/problem+json"
SPEAKS_JSON = "/api/v"
"""How addresses begin whose every answer is JSON."""
CODES = {
    400: "bad_request",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    412: "precondition_failed",
    413: "too_long",
    415: "unsupported_media_type",
    422: "invalid",
    429: "too_many_requests",
    500: "server_error",
    503: "unavailable",
}
"""Status -> the code of a problem that has none of its own."""


def problem(status: int, detail: str = "", code: str = "", **members: object) -> JsonResponse:
    """Return an error as JSON: a sentence in `detail`, and a `code` that doesn't change."""
    data = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code or CODES.get(status, "refused"),
        "detail": detail or HTTPStatus(status).phrase,
        **members,
    }
    return JsonResponse(data, status=status, content_type=PROBLEM)


def wants_json(request: HttpRequest) -> bool:
    """Whether an error is answered with JSON: for programs, and for all who ask for it."""
    if request.path_info.startswith(SPEAKS_JSON):
        return True
    return request.get_preferred_type(["text/html", "application/json", PROBLEM]) in (
        "application/json",
        PROBLEM,
    )
