"""Signatures of what is posted to webhooks, as Standard Webhooks wants them.

https://www.standardwebhooks.com. A secret is made from a salt and the site's key, and stored
nowhere: a reader of the database can't sign. While the site knows former keys, their secrets sign
too.
"""

import secrets
from base64 import b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import digest

from common.keys import keyed_hashes
from games.notifications.webhook.models import Webhook

BOTH = timedelta(hours=24)
"""How long the former secret signs too, after a new one was made."""


def new_salt() -> str:
    """Return the salt of a new secret."""
    return secrets.token_hex(16)


def secret_of(hook: Webhook) -> str:
    """Return the secret of a webhook, in the form that receivers know."""
    return "whsec_" + b64encode(_keys(hook, hook.salt)[0]).decode()


def headers_of(hook: Webhook, message_id: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return id, timestamp and signature of a post; nothing for a webhook without a secret."""
    if not hook.salt:
        return {}
    salts = [hook.salt]
    if hook.former_salt and hook.renewed_at and now < hook.renewed_at + BOTH:
        salts.append(hook.former_salt)
    at = str(int(now.timestamp()))
    signed = b".".join((message_id.encode(), at.encode(), body))
    keys = [key for salt in salts for key in _keys(hook, salt)]
    signatures = [b64encode(digest(key, signed, sha256)).decode() for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": at,
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


def _keys(hook: Webhook, salt: str) -> list[bytes]:
    return keyed_hashes("secret of a webhook", f"{hook.pk} {salt}")
