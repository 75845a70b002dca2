"""What a profile says of a player's division."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.seasons.models import season_in
from games.seasons.quarters import quarter_of
from tests.support.browsing import text

pytestmark = pytest.mark.django_db


def test_a_profile_says_where_its_player_stands(client: Client, ben: User) -> None:
    assert "Contests" not in text(client, "profile", "ben")
    here = season_in(quarter_of(timezone.now()))
    here.save()
    second = here.divisions.create(level=2)
    here.entries.create(user=ben, division=second)
    assert f"{here}: division 2" in text(client, "profile", "ben")
    here.entries.update(withdrawn_at=timezone.now())
    assert "division" not in text(client, "profile", "ben")
