"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): searches."""

from django.utils import timezone

from games.clock import a_turn_in
from games.matchmaking.models import GameSearch
from tests.support.factories import player


def search() -> GameSearch:
    return GameSearch.objects.create(
        user=player("ada"), pace=a_turn_in(3).to_json(), live=False, expires_at=timezone.now()
    )


ROWS = {GameSearch: search}
ACTIONS: dict[object, object] = {}
