"""The page of a player's own mistakes."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.review.mistakes import mistakes_page
from games.review.models import Review
from games.review.services.reviews import ask_for_review, make_review
from games.tables.models import Game
from games.tables.selectors import seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def mistaken(over: Game, ada: User) -> Review:
    """A review in which each side has made one mistake."""
    ask_for_review(ada, seen(ada, over.pk))
    make_review(over.pk)
    review = Review.objects.get(game=over)
    for turn in review.turns:
        for choice in (turn, *turn["answers"]):
            choice["label"] = "best"
    for seat in (0, 1):
        next(turn for turn in review.turns if turn["seat"] == seat)["label"] = "mistake"
    review.save()
    return review


def test_a_player_sees_their_own_mistakes(mistaken: Review, ada: User, ben: User) -> None:
    for number, user in enumerate((ada, ben)):
        page = mistakes_page(user)
        [mistake] = page.mistakes
        assert mistake.game == mistaken.game
        assert mistake.choice.at.endswith(f":{number}")
        own = sum(turn["seat"] == number for turn in mistaken.turns)
        assert sum(row.turns for row in page.lost) == 2 * own


def test_lost_chances_are_told_by_part_of_the_game_and_use_of_the_card(
    mistaken: Review, ada: User
) -> None:
    total = len(mistaken.turns)
    for place, turn in enumerate(mistaken.turns):
        # the whole loss lies in the last third
        turn["loss"] = 0.25 if 3 * place >= 2 * total else 0.0
    mistaken.save()
    lost = {row.name: row for row in mistakes_page(ada).lost}
    parts = ("Opening", "Middle of the game", "Closing")
    assert [lost[part].mean for part in parts] == ["0.0 %", "0.0 %", "25.0 %"]
    uses = [name for name in lost if name not in parts]
    assert set(uses) <= {"Recruiting", "Technologies", "Leadership"}
    own = sum(turn["seat"] == 0 for turn in mistaken.turns)
    assert sum(lost[name].turns for name in uses) == own


def test_a_mistake_in_the_mulligan_is_one_of_them(
    mistaken: Review, ada: User, ben: User, client: Client
) -> None:
    for answer in mistaken.turns[0]["answers"]:
        if answer["seat"] == 0:
            answer["label"] = "blunder"
    mistaken.save()
    titles = [mistake.choice.title for mistake in mistakes_page(ada).mistakes]
    assert titles[0] == "Mulligan"
    assert len(titles) == 2
    assert len(mistakes_page(ben).mistakes) == 1
    client.force_login(ada, backend="accounts.backends.Backend")
    assert f"Game {mistaken.game_id} · Mulligan" in client.get(reverse("mistakes")).content.decode()


def test_another_player_sees_none_of_them(mistaken: Review, client: Client) -> None:
    client.force_login(User.objects.create_user("cleo", "cleo@example.org"))
    page = client.get(reverse("mistakes")).content.decode()
    assert "Review one of your finished games first" in page


def test_no_mistake_of_a_deal_that_is_still_played(mistaken: Review, ada: User) -> None:
    Game.objects.update(sealed=True)
    assert mistakes_page(ada).games == 0


def test_the_page_leads_to_the_position(mistaken: Review, ada: User, client: Client) -> None:
    page = client.get(reverse("mistakes")).content.decode()
    assert f'action="{reverse("try_from", args=[mistaken.game_id])}"' in page
    assert "Find the better turn" in page
    assert Client().get(reverse("mistakes")).status_code == 302
