"""Two-step login with an authenticator app."""

import time
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth as totp
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a long way to Jupiter 17"
STEP = 30


@pytest.mark.parametrize(("seconds", "accepted"), [(0, True), (2, True), (30, True), (31, False)])
def test_a_code_counts_for_a_step_longer(seconds: int, accepted: bool) -> None:
    """It is read in the last second of its step, and sent so many seconds later."""
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(user, secret)
    client = Client()
    client.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    step = int(time.time()) // STEP
    code = totp.format_hotp_value(totp.hotp_value(secret, step))
    sent = step * STEP + 29 + seconds
    with mock.patch.object(time, "time", return_value=float(sent)):
        client.post("/accounts/2fa/authenticate/", {"code": code})
    assert ("_auth_user_id" in client.session) is accepted
