"""Error pages say what failed, in the reader's language, with the right status."""

import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The database is not responding."),
        ("fr", "La base de données ne répond pas."),
        ("de", "Die Datenbank antwortet nicht."),
    ],
)
def test_without_the_database_a_page_says_when_to_come_again(
    client: Client, error: type[Exception], language: str, words: str
) -> None:
    def fail(*_call: object) -> None:
        raise error("server closed the connection unexpectedly")

    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        answer = client.get("/lobby/", headers={"accept-language": language})
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert words in answer.content.decode()


@pytest.mark.django_db
def test_another_failure_is_our_fault(client: Client) -> None:
    def fail(*_call: object) -> None:
        raise ValueError("on purpose")

    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        answer = client.get("/lobby/")
    assert answer.status_code == 500
    assert "This is our fault" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cause", "status"),
    [
        (psycopg.InternalError("received 2 results from command 'BEGIN'"), 503),
        (psycopg.errors.ReadOnlySqlTransaction("cannot execute UPDATE"), 503),
        (psycopg.errors.InFailedSqlTransaction("current transaction is aborted"), 500),
        (None, 500),
    ],
)
def test_an_answer_that_belongs_to_no_statement_is_a_database_that_is_away(
    client: Client, cause: Exception | None, status: int
) -> None:
    def fail(*_call: object) -> None:
        raise InternalError from cause

    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        assert client.get("/lobby/").status_code == status
