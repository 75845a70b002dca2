"""Errors are JSON for programs, and for all who ask for it; pages for all others."""

import json
from typing import Any

import pytest
from django.test import Client, RequestFactory

from common.problems import PROBLEM, problem
from zenith_site import errors

pytestmark = pytest.mark.django_db


def check(answer: Any, status: int, code: str) -> None:
    """Check a problem."""
    assert answer.status_code == status
    assert answer["Content-Type"] == PROBLEM
    told = json.loads(answer.content)
    assert (told["status"], told["code"]) == (status, code)
    assert told["title"]
    assert told["detail"]


@pytest.mark.parametrize("accept", ["application/json", PROBLEM, "application/json, text/html;q=0"])
def test_who_asks_for_json_gets_json(client: Client, accept: str) -> None:
    check(client.get("/tables/999/", headers={"accept": accept}), 404, "not_found")
    check(client.post("/symbols/", headers={"accept": accept}), 405, "method_not_allowed")


@pytest.mark.parametrize("accept", ["*/*", "text/html", "text/html,*/*;q=0.8"])
def test_others_get_pages(client: Client, accept: str) -> None:
    for answer in (
        client.get("/tables/999/", headers={"accept": accept}),
        client.post("/symbols/", headers={"accept": accept}),
    ):
        assert answer["Content-Type"].startswith("text/html")


CODES = [
    (400, "bad_request"),
    (401, "unauthenticated"),
    (403, "forbidden"),
    (404, "not_found"),
    (405, "method_not_allowed"),
    (409, "conflict"),
    (412, "precondition_failed"),
    (413, "too_long"),
    (415, "unsupported_media_type"),
    (422, "invalid"),
    (429, "too_many_requests"),
    (500, "server_error"),
    (503, "unavailable"),
    (418, "refused"),
]


@pytest.mark.parametrize(("status", "code"), CODES)
def test_programs_know_a_refusal_by_its_code(status: int, code: str) -> None:
    assert json.loads(problem(status).content)["code"] == code


def test_every_kind_of_error_is_a_problem(rf: RequestFactory) -> None:
    request = rf.get("/", headers={"accept": "application/json"})
    check(errors.bad_request(request, Exception()), 400, "bad_request")
    check(errors.permission_denied(request, Exception()), 403, "forbidden")
    check(errors.server_error(request), 500, "server_error")
