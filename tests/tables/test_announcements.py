"""Announcements: the order in which receivers are called and rows are locked."""

from itertools import groupby
from typing import Any

import pytest

from accounts.signals import account_closing
from common.announcements import Announcement, Order
from games.tables import announcements as tables

pytestmark = pytest.mark.django_db

NOT_CONTESTS = ("tables", "review", "ratings", "fairplay", "notifications")


@pytest.mark.parametrize(
    ("announcement", "subjects"),
    [
        (tables.ended, ["tables", "review", "ratings", "contests", "notifications"]),
        (tables.annulled, ["ratings", "contests", "fairplay"]),
        (tables.restored, ["ratings", "contests", "fairplay"]),
        (account_closing, ["tables", "contests", "fairplay"]),
    ],
    ids=["ended", "annulled", "restored", "account_closing"],
)
def test_receivers_are_called_in_the_order_of_their_subjects(
    announcement: Announcement[Any], subjects: list[str]
) -> None:
    modules = [
        receiver.__module__.split(".")[1]
        for order, receiver in announcement._receivers
        if order != Order.FIRST
    ]
    found = [module if module in NOT_CONTESTS else "contests" for module in modules]
    assert [subject for subject, _receivers in groupby(found)] == subjects
