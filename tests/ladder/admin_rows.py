"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): challenges."""

from django.utils import timezone

from games.ladder.models import Challenge, Ladder, Rung
from tests.support.factories import player


def challenge() -> Challenge:
    ladder = Ladder.objects.get_or_create(pool="days")[0]
    first, second = (
        Rung.objects.create(ladder=ladder, user=player(name), place=place, joined_at=timezone.now())
        for place, name in enumerate(("ada", "bob"), 1)
    )
    return Challenge.objects.create(ladder=ladder, challenger=second, challenged=first, place=1)


ROWS = {Challenge: challenge}
ACTIONS: dict[object, object] = {}
