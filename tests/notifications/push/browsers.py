"""Browsers that subscribe to pushes."""

import json
import os
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from games.notifications.push.models import PushSubscription
from games.notifications.push.vapid import in_base64
from tests.notifications.receiving import Posted


class Browser:
    """What a browser keeps to itself, and what it tells the site."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": in_base64(point), "auth": in_base64(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def of(self, user: User) -> PushSubscription:
        keys = self.subscription["keys"]
        made = {"user": user, "endpoint": self.endpoint, "session": in_base64(os.urandom(16))}
        return PushSubscription.objects.create(**made, **keys)

    def reads(self, posted: Posted) -> dict[str, Any]:
        """Return what was pushed."""
        plain = http_ece.decrypt(posted.body, private_key=self.key, auth_secret=self.auth)
        found: dict[str, Any] = json.loads(plain)
        return found
