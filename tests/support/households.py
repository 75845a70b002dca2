"""Guests of one household, who share its limit."""

from django.test import Client

from accounts.models import User
from accounts.services import MOST_GUESTS_AN_HOUR


def count_guests(path: str) -> None:
    """Check that a form that makes guests makes only so many of one household.

    40 of 40 came from one /64, each with another address of it.
    """
    statuses = [
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}").post(path).status_code
        for number in range(MOST_GUESTS_AN_HOUR + 2)
    ]
    assert statuses == [302] * MOST_GUESTS_AN_HOUR + [429] * 2
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post(path).status_code == 302
    assert User.objects.count() == MOST_GUESTS_AN_HOUR + 1
