"""The browsers of a user: added, renewed, removed, and asleep while the user is logged out."""

import secrets
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.keys import keyed_hashes
from common.refusals import Refused
from games.notifications.addresses import WORKS, refuse_bad, refuse_guests
from games.notifications.push.models import PushSubscription
from games.notifications.push.vapid import from_base64

MOST = 5
"""Browsers of a user."""

BROWSER = "push"
"""Where a session keeps the name that its `PushSubscription` knows it by."""


def add_browser(
    user: User,
    subscription: object,
    browser: str,
    device: str = "",
    now: datetime | None = None,
) -> PushSubscription:
    """Send pushes to a browser too; the one that was added first gives way to a sixth.

    `subscription`: what `PushSubscription.toJSON()` gives. `device`: the cookie of the browser. The
    caller has to note the session (`note_browser`). The same endpoint again is the same
    browser, for the user who is signed in there now. Raises `Refused`: 403 guests, 422.
    """
    refuse_guests(user)
    endpoint, p256dh, auth = _read(subscription)
    refuse_bad(endpoint)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        kept, _new = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "user": user,
                "p256dh": p256dh,
                "auth": auth,
                "browser": browser[:80],
                "device": _hashes(device)[0] if device else "",
                "created_at": now or timezone.now(),
                **WORKS,
            },
        )
        own = PushSubscription.objects.filter(user=user)
        if kept.device:  # the subscription that it had before it was renewed
            own.filter(device=kept.device, stopped_at__isnull=False).delete()
        latest = own.order_by(F("stopped_at").asc(nulls_first=True), "-created_at", "-pk")
        own.filter(pk__in=list(latest.values_list("pk", flat=True)[MOST:])).delete()
    return kept


def change_browser(old_endpoint: str, subscription: object) -> None:
    """Take the new subscription of a browser whose push service has changed it.

    Only the browser knows its old endpoint, so that says who may. Raises `Refused`: 404, 422.
    """
    old = PushSubscription.objects.filter(endpoint=old_endpoint)
    if not old.exists():
        raise Refused(_("There is no such browser."), 404)
    endpoint, p256dh, auth = _read(subscription)
    refuse_bad(endpoint)
    with transaction.atomic():
        if old_endpoint != endpoint:
            PushSubscription.objects.filter(endpoint=endpoint).delete()
        if not old.update(endpoint=endpoint, p256dh=p256dh, auth=auth, **WORKS):
            raise Refused(_("There is no such browser."), 404)


def _read(subscription: object) -> tuple[str, str, str]:
    """Return endpoint, public key and shared secret; raises `Refused`: 422."""
    match subscription:
        case {
            "endpoint": str(endpoint),
            "keys": {"p256dh": str(p256dh), "auth": str(auth)},
        } if len(endpoint) <= 1000 and len(p256dh) <= 200 and len(auth) <= 50:
            try:
                EllipticCurvePublicKey.from_encoded_point(SECP256R1(), from_base64(p256dh))
                if len(from_base64(p256dh)) == 65 and len(from_base64(auth)) == 16:
                    return endpoint, p256dh, auth
            except ValueError:
                pass
    raise Refused(_("The browser's subscription is incomplete."), 422)


def remove_browser(user: User, pk: int | None = None, endpoint: str = "") -> None:
    """Send a browser no more pushes: by its number, or by its endpoint."""
    own = user.push_subscriptions
    (own.filter(endpoint=endpoint) if pk is None else own.filter(pk=pk)).delete()


def note_browser(session: SessionBase, browser: PushSubscription) -> None:
    """Remember in which session a browser gets pushes, and in no other."""
    browser.session = session[BROWSER] = secrets.token_urlsafe(16)
    browser.save(update_fields=["session"])


def forget_browser(user: User, session: SessionBase) -> None:
    """Send no pushes to the browser of a session that ends, until the user logs in there again."""
    if BROWSER in session:
        # A number: from before sessions had names.
        user.push_subscriptions.filter(session=str(session[BROWSER])).update(session="")


def rest_browser(user: User, endpoint: str, device: str) -> None:
    """Send a browser no pushes until its user logs in there again; `device`: its cookie."""
    browser = user.push_subscriptions.filter(endpoint=endpoint)
    browser.update(session="", device=_hashes(device)[0] if device else "")


def wake_browser(user: User, device: str, session: SessionBase) -> None:
    """Send pushes to a browser again in which its user has just logged in."""
    known = user.push_subscriptions.filter(stopped_at=None)
    browser = known.filter(device__in=_hashes(device)).last() if device else None
    if browser is not None:
        note_browser(session, browser)


def unreached(user: User, device: str) -> list[tuple[PushSubscription, bool]]:
    """Return the browsers that get no pushes any more, each with whether it is the one of a cookie.

    `device`: the cookie of the browser that asks.
    """
    own = _hashes(device) if device else []
    stopped = user.push_subscriptions.filter(stopped_at__isnull=False)
    return [(browser, browser.device in own) for browser in stopped]


def _hashes(device: str) -> list[str]:
    return [digest.hex()[:32] for digest in keyed_hashes("push device", device)]
