"""Writes that happen once, however often a program sends them: `Idempotency-Key`."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from common.problems import problem
from games.api.models import ApiToken, IdempotentWrite

KEPT = timedelta(days=1)
KEY = re.compile(r"[\x21-\x7e]{1,100}")


def once(
    request: HttpRequest,
    token: ApiToken,
    key: str,
    work: Callable[[], HttpResponse],
    again: Callable[[HttpResponse], HttpResponse],
) -> HttpResponse:
    """Do what a request asks for, and keep the answer; or return `again` of the one that is kept.

    The key is written in the transaction of the change: after a crash both are there, or neither.
    A concurrent request with the same key waits for it. A refusal keeps nothing: it can be sent
    again. Each token has keys of its own.
    """
    if not KEY.fullmatch(key):
        sentence = _("An Idempotency-Key has 1 to 100 visible characters of ASCII.")
        return problem(422, sentence, "bad_idempotency_key")
    method_and_path = f"{request.method} {request.get_full_path()}\n".encode()
    digest = sha256(method_and_path + request.body).hexdigest()
    key_of_token = sha256(f"{token.pk} {key}".encode()).hexdigest()
    with transaction.atomic():
        kept, is_new = IdempotentWrite.objects.get_or_create(
            user=token.user,
            key=key_of_token,
            defaults={"request_digest": digest, "at": timezone.now()},
        )
        if not is_new:
            return again(_kept_answer(kept, digest))
        response = work()
        if response.status_code >= 400:
            transaction.set_rollback(True)
            return response
        kept.status = response.status_code
        kept.answer = response.content.decode()
        kept.location = response.headers.get("Location", "")
        kept.save(update_fields=["status", "answer", "location"])
    return response


def _kept_answer(kept: IdempotentWrite, digest: str) -> HttpResponse:
    if kept.request_digest != digest:
        sentence = _("This Idempotency-Key belongs to another request. Use a new one.")
        return problem(422, sentence, "idempotency_key_reused")
    response = HttpResponse(kept.answer, content_type="application/json", status=kept.status)
    if kept.location:
        response["Location"] = kept.location
    response["Idempotency-Replayed"] = "true"
    return response


def forget_old(now: datetime) -> None:
    """Delete the answers that have been kept long enough."""
    IdempotentWrite.objects.filter(at__lte=now - KEPT).delete()
