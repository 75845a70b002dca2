"""What a profile says of the tournaments that a player has won."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from games.clock import BANK
from games.tournaments.models import Tournament, TournamentKind, TournamentStage
from tests.support.browsing import text

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_a_profile_says_what_its_player_has_won(client: Client, ben: User) -> None:
    assert "Contests" not in text(client, "profile", "ben")
    for name, place in (("Cup", 1), ("Cap", 2), ("Cop", 1)):
        cup = Tournament.objects.create(
            name=name,
            kind=TournamentKind.SWISS,
            pace=BANK.to_json(),
            stage=TournamentStage.FINISHED,
            created_at=NOW,
        )
        cup.entrants.create(user=ben, place=place, joined_at=NOW)
    assert "2 tournaments won" in text(client, "profile", "ben")
