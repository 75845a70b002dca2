"""What a profile says of a player's place on the ladders."""

import pytest
from django.test import Client

from accounts.models import User
from games.ladder import places
from games.ratings.models import Pool
from tests.support.browsing import text

pytestmark = pytest.mark.django_db


def test_a_profile_says_where_its_player_stands(client: Client, ada: User, ben: User) -> None:
    assert "Contests" not in text(client, "profile", "ben")
    places.join(ada, Pool.LIVE)
    places.join(ben, Pool.LIVE)
    assert "Ladder, live: place 2" in text(client, "profile", "ben")
    places.leave(ben, Pool.LIVE)
    assert "Ladder" not in text(client, "profile", "ben")
