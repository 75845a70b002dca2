"""Signatures of what is posted to webhooks, as Standard Webhooks wants them.

https://www.standardwebhooks.com. A secret is made from a salt and the site's key, and stored
nowhere: a reader of the database can't sign.
"""

import secrets
from base64 import b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import digest

from django.utils.crypto import salted_hmac

from games.notifications.webhook.models import Webhook

BOTH = timedelta(hours=24)
"""How long the former secret signs too, after a new one was made."""


def new_salt() -> str:
    """Return the salt of a new secret."""
    return secrets.token_hex(16)


def secret_of(hook: Webhook) -> str:
    """Return the secret of a webhook, in the form that receivers know."""
    return "whsec_" + b64encode(_key(hook, hook.salt)).decode()


def headers_of(hook: Webhook, message_id: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return id, timestamp and signature of a post; nothing for a webhook without a secret."""
    if not hook.salt:
        return {}
    salts = [hook.salt]
    if hook.former_salt and hook.renewed_at and now < hook.renewed_at + BOTH:
        salts.append(hook.former_salt)
    at = str(int(now.timestamp()))
    signed = b".".join((message_id.encode(), at.encode(), body))
    signatures = [b64encode(digest(_key(hook, salt), signed, sha256)).decode() for salt in salts]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": at,
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


def _key(hook: Webhook, salt: str) -> bytes:
    return salted_hmac("secret of a webhook", f"{hook.pk} {salt}", algorithm="sha256").digest()
