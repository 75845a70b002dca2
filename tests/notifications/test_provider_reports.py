"""What mail providers report of bounces, with their signatures."""

import hmac
import json
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.urls import reverse

from games.notifications.models import BadAddress
from games.notifications.provider_reports import READERS

pytestmark = pytest.mark.django_db

SECRET, KEY = "a-secret-of-some-length", "the-key-of-the-provider"
WHO = "Ada@Example.org"
POSTAL_KEY = rsa.generate_private_key(65537, 2048)


def mailgun(event: str, **more: object) -> dict[str, object]:
    """Return a signed report of Mailgun."""
    signature = hmac.new(KEY.encode(), b"1700000000token", sha256).hexdigest()
    return {
        "signature": {"timestamp": "1700000000", "token": "token", "signature": signature},
        "event-data": {"event": event, "recipient": WHO, "timestamp": 1700000000, **more},
    }


def mailersend(kind: str, reason: str = "") -> dict[str, object]:
    """Return a report of MailerSend."""
    morph = {"object": "recipient_bounce", "reason": reason}
    email = {"recipient": {"email": WHO}, "message": {"id": "1"}}
    data = {"type": kind, "id": "1", "created_at": "2026-11-28T10:00:00Z", "email": email}
    return {"type": f"activity.{kind}", "data": {**data, "morph": morph}}


def postal(event: str, **payload: object) -> dict[str, object]:
    """Return a report of Postal."""
    return {"event": event, "timestamp": 1700000000, "uuid": "1", "payload": payload}


def postmark(record: str, **more: object) -> dict[str, object]:
    """Return a report of Postmark."""
    return {"RecordType": record, "ID": 1, "Email": WHO, **more}


MESSAGE = {"id": 1, "to": WHO, "message_id": "1@postal"}
BOUNCES = {
    "MAILGUN": mailgun(
        "failed", severity="permanent", **{"delivery-status": {"message": "no such user"}}
    ),
    "MAILERSEND": mailersend("hard_bounced", "no such user"),
    "POSTAL": postal("MessageBounced", original_message=MESSAGE, bounce={"id": 2}),
    "POSTMARK": postmark("Bounce", Type="HardBounce", Description="no such user"),
}
COMPLAINTS = {
    "MAILGUN": mailgun("complained"),
    "MAILERSEND": mailersend("spam_complaint"),
    "POSTMARK": postmark("SpamComplaint", Details="spam"),
}
HARMLESS = [
    ("MAILGUN", mailgun("failed", severity="temporary")),
    ("MAILGUN", mailgun("delivered")),
    ("MAILERSEND", mailersend("soft_bounced")),
    ("MAILERSEND", mailersend("delivered")),
    ("POSTAL", postal("MessageDelayed", message=MESSAGE, status="SoftFail")),
    ("POSTMARK", postmark("Bounce", Type="SoftBounce")),
    ("POSTMARK", postmark("Bounce", Type="VirusNotification")),
    ("POSTMARK", postmark("Open")),
]
ODD: list[object] = [[], None, 7, {}, "", {"event-data": []}, {"data": 3}, {"payload": []}]


@pytest.fixture
def post(settings: Any) -> Any:
    """Return a function that posts a report, signed as its provider signs."""
    settings.BOUNCE_SECRET = SECRET

    def send(provider: str, data: object, *, is_signed: bool = True) -> int:
        settings.BOUNCE_PROVIDER, settings.BOUNCE_KEY = provider, KEY
        if provider == "POSTAL":
            pem = POSTAL_KEY.public_key().public_bytes(
                Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
            )
            settings.BOUNCE_KEY = "".join(pem.decode().splitlines()[1:-1])
        body = json.dumps(data).encode()
        headers = {}
        if is_signed and provider == "POSTAL":
            signature = POSTAL_KEY.sign(body, padding.PKCS1v15(), SHA1())
            headers = {"X-Postal-Signature": b64encode(signature).decode()}
        elif is_signed:
            headers = {"Signature": hmac.new(KEY.encode(), body, sha256).hexdigest()}
        client = Client(enforce_csrf_checks=True)
        address = reverse("bounces", args=[SECRET])
        return client.post(address, body, "application/json", headers=headers).status_code

    return send


@pytest.mark.parametrize("provider", BOUNCES)
def test_a_bounce_stops_mail_to_the_address(post: Any, provider: str) -> None:
    assert post(provider, BOUNCES[provider]) == 204
    assert post(provider, BOUNCES[provider]) == 204  # providers say things twice
    bad = BadAddress.objects.get()
    assert (bad.address, bad.why) == ("ada@example.org", "bounce")
    assert provider == "POSTAL" or bad.said == "no such user"


def test_a_mail_that_postal_could_not_deliver_is_a_bounce(post: Any) -> None:
    failed = postal("MessageDeliveryFailed", message=MESSAGE, status="HardFail", output="550")
    assert post("POSTAL", failed) == 204
    assert BadAddress.objects.get().said == "550"


@pytest.mark.parametrize("provider", COMPLAINTS)
def test_a_complaint_is_one(post: Any, provider: str) -> None:
    assert post(provider, COMPLAINTS[provider]) == 204
    assert BadAddress.objects.get().why == "complaint"


@pytest.mark.parametrize(("provider", "event"), HARMLESS)
def test_events_that_stop_nothing(post: Any, provider: str, event: object) -> None:
    assert post(provider, event) == 204
    assert not BadAddress.objects.exists()


def test_a_report_without_its_signature_changes_nothing(post: Any) -> None:
    forged = {**mailgun("complained"), "signature": {"timestamp": "1", "token": "t"}}
    wrong = mailgun("complained")
    wrong["signature"] = {"timestamp": "1", "token": "t", "signature": "0" * 64}
    for provider, data in (
        ("MAILGUN", forged),
        ("MAILGUN", wrong),
        ("MAILGUN", {"address": WHO, "kind": "bounce"}),
        ("MAILERSEND", BOUNCES["MAILERSEND"]),
        ("POSTAL", BOUNCES["POSTAL"]),
    ):
        assert post(provider, data, is_signed=False) == 400
    assert not BadAddress.objects.exists()


@pytest.mark.parametrize("provider", READERS)
def test_what_cannot_be_read_is_refused(post: Any, provider: str) -> None:
    for data in ODD:
        assert post(provider, data) in (204, 400), data
    assert not BadAddress.objects.exists()
