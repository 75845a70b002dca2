"""The site's key for pushes (VAPID, RFC 8292): who signs with it is this site, to push services.

`VAPID_PRIVATE_KEY` names it. A site that runs alone makes one and keeps it in `DATA_DIR`. A grown
site without one sends no pushes: its processes would each have another. With another key all
browsers have to subscribe anew.
"""

import base64
import json
import os
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

LASTS = timedelta(hours=12)
"""A day is the most that push services believe."""


def in_base64(data: bytes) -> str:
    """Return bytes as letters for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return the bytes again; raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def public_key() -> str:
    """Return what browsers have to know to subscribe; nothing if this site sends no pushes."""
    key = _key(settings.VAPID_PRIVATE_KEY)
    return "" if key is None else in_base64(_point(key))


def authorization(endpoint: str, now: datetime) -> str:
    """Return the header `Authorization` for an endpoint; there must be a key."""
    key = _key(settings.VAPID_PRIVATE_KEY)
    assert key is not None
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + LASTS).timestamp()),
        "sub": _contact(),
    }
    signed = ".".join(_json(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ECDSA(SHA256())))
    token = f"{signed}.{in_base64(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={in_base64(_point(key))}"


def _json(data: object) -> str:
    return in_base64(json.dumps(data, separators=(",", ":")).encode())


def _contact() -> str:
    if settings.SECURE:
        return str(settings.SITE_URL)
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _point(key: EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@cache
def _key(named: str) -> EllipticCurvePrivateKey | None:
    if not named and settings.REDIS_URL:
        return None
    secret = from_base64(named or _kept())
    return derive_private_key(int.from_bytes(secret), SECP256R1())


def _kept() -> str:
    """Return the key that is kept in `DATA_DIR`, made at first; of several makers one wins."""
    path = settings.DATA_DIR / "vapid.key"
    if not path.exists():
        number = generate_private_key(SECP256R1()).private_numbers().private_value
        draft = path.with_name(f"vapid.{os.getpid()}.new")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(in_base64(number.to_bytes(32)))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return str(path.read_text().strip())
