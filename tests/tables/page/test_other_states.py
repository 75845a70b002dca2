"""The pages of tables that do not run: open and closed ones, the replay, the proof of the deal."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from games.clock import LIVE
from games.lobby.services.seating import join_table
from games.tables.models import Access, Ending, Game, Status
from games.tables.page.text import with_whole_numbers
from games.tables.services.ending import resign
from games.tables.services.play import engine_game
from tests.engine.promo import CORRECTED, PROMO, installed
from tests.support.factories import answer, finished_game, running_game, table
from tests.tables.page.pages import page, signed_in

pytestmark = pytest.mark.django_db


def test_a_finished_game_is_stepped_through_with_open_hands(ada: User, bob: User) -> None:
    """A visitor can replay it from the deal to the last move."""
    game = finished_game(ada, bob)
    for seq in (0, 1, game.seq // 2, game.seq):
        response = signed_in(None).get(reverse("replay_at", args=[game.pk, seq]))
        assert response.status_code == 200
    assert "won the game" in response.content.decode()
    assert (
        signed_in(None).get(reverse("replay_at", args=[game.pk, game.seq + 1])).status_code == 404
    )


def test_an_end_without_a_last_move_is_spoken(ada: User, bob: User) -> None:
    """A resignation is not a move, so the live region has to say it."""
    game = running_game(ada, bob, answers=12)
    resign(bob, game.pk)
    markup = page(ada, game)
    outcome = re.search(r'class="end-outcome">([^<]+)<', markup)
    assert outcome is not None
    assert f'<p id="says">{outcome[1].strip()}</p>' in markup


def test_the_end_is_headed_by_what_it_is_for_the_viewer(ada: User, bob: User) -> None:
    resigned = running_game(ada, bob, answers=12)
    resign(bob, resigned.pk)
    assert [title(user, resigned) for user in (ada, bob, None)] == [
        "Victory", "Defeat", "Resignation"
    ]  # fmt: skip
    played = finished_game(ada, bob)
    kind = title(None, played)
    assert kind.endswith(" victory")
    winner, loser = (ada, bob) if played.winner == 0 else (bob, ada)
    assert [title(user, played) for user in (winner, loser)] == [kind, "Defeat"]


def test_the_sentence_does_not_repeat_its_heading(ada: User, bob: User) -> None:
    """The log says it in one sentence of its own."""
    game = finished_game(ada, bob)
    winner, loser = (ada, bob) if game.winner == 0 else (bob, ada)
    won = {
        Ending.ABSOLUTE: "won with 3 discs of one planet.",
        Ending.DEMOCRATIC: "won with 4 discs of different planets.",
        Ending.POPULAR: "won with 5 discs.",
    }
    for ending, rest in won.items():
        Game.objects.filter(pk=game.pk).update(ending=ending)
        says = with_whole_numbers(rest)
        assert sentence(winner, game) == f"You {says}"
        assert sentence(None, game) == f"{winner.username} {says}"
        assert sentence(loser, game).startswith(f"Your opponent won the game: {ending} victory, ")
    Game.objects.filter(pk=game.pk).update(ending=Ending.DRAW, winner=None)
    assert {sentence(user, game) for user in (ada, bob, None)} == {"No player can move."}


def test_a_team_wins_together(ada: User, bob: User) -> None:
    game = finished_game(ada, bob, "noisy", "noisy")
    Game.objects.filter(pk=game.pk).update(ending=Ending.POPULAR, winner=0)
    assert sentence(ada, game) == with_whole_numbers("Your team won with 5 discs.")
    assert "Team ada and " in sentence(None, game)


def sentence(user: User | None, game: Game) -> str:
    found = re.search(r'class="end-outcome">([^<]+)<', page(user, game))
    assert found is not None
    return found[1].strip()


def title(user: User | None, game: Game) -> str:
    found = re.search(r'class="end-title [a-z]*">([^<]+)<', page(user, game))
    assert found is not None
    return found[1].strip()


def test_anybody_can_verify_the_deal_after_the_end(ada: User, bob: User) -> None:
    """During the game, the page does not show the seed."""
    game = running_game(ada, bob)
    address = reverse("verify_deal", args=[game.pk])
    assert game.seed not in signed_in(ada).get(address).content.decode()
    game = finished_game(ada, bob)
    html = signed_in(None).get(reverse("verify_deal", args=[game.pk])).content.decode()
    assert game.seed in html
    assert "good-news" in html


def test_a_deal_is_verified_with_the_cards_of_its_time(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    with installed(PROMO, CORRECTED):
        html = signed_in(None).get(reverse("verify_deal", args=[game.pk])).content.decode()
    assert "good-news" in html


def test_a_game_goes_on_with_the_cards_that_it_began_with(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=6)
    with installed(PROMO, CORRECTED):
        assert "boxes" not in engine_game(game).record()["setup"]
        answer(game)
        new = running_game(ada, bob, answers=6)
        assert new.setup is not None
        assert new.setup["setup"]["boxes"] == {"base": 2}


def test_an_open_table_offers_its_seats(ada: User, bob: User) -> None:
    """Players at the table see its link; other users can take a seat."""
    game = table(ada, None)
    link = reverse("invitation", args=[game.pk, game.token])
    assert link in page(ada, game)
    html = page(bob, game)
    assert link not in html
    assert "Sit down" in html
    assert game.seed not in html


def test_the_link_brings_its_token_to_the_seat(ada: User, bob: User) -> None:
    """The form on a private table has the token of the link."""
    game = table(ada, None, access=Access.LINK, public=False)
    assert signed_in(bob).get(game.get_absolute_url()).status_code == 404
    html = signed_in(bob).get(reverse("invitation", args=[game.pk, game.token])).content.decode()
    assert f'name="token" value="{game.token}"' in html
    wrong = reverse("invitation", args=[game.pk, "wrong"])
    assert signed_in(bob).get(wrong).status_code == 404


@pytest.mark.parametrize(("here", "looks"), [("", False), ("&here=1", True)])
def test_a_hidden_tab_on_the_link_is_no_look_when_the_game_has_begun(
    ada: User, bob: User, here: str, looks: bool
) -> None:
    game = table(ada, None)
    link = reverse("invitation", args=[game.pk, game.token])
    browser = signed_in(ada)
    browser.get(link)
    version = game.version
    join_table(bob, game.pk, 1)
    game.seats.update(seen_at=None)
    browser.get(f"{link}?version={version}{here}", follow=True)
    assert (game.seats.get(user=ada).seen_at is not None) == looks


def test_a_closed_table_explains_itself(ada: User) -> None:
    """The page of a closed table links to the form of a new one."""
    game = table(ada, None, status=Status.CANCELLED)
    html = page(ada, game)
    assert reverse("new_table") in html
    assert "Sit down" not in html


def test_no_disc_comes_after_a_resignation_in_the_middle_of_a_turn(ada: User, bob: User) -> None:
    """The disc that was just won is gone until the end of the turn, which never came."""
    game = running_game(ada, bob)
    while None not in engine_game(game).view(None)["discs"].values():
        game = answer(game)
    assert "A new one comes at the end of the turn." in page(None, game)
    resign(bob, game.pk)
    game.refresh_from_db()
    for address in (
        game.get_absolute_url(),
        reverse("replay_at", args=[game.pk, game.seq]),
        reverse("share_moment", args=[game.pk, game.seq]),
    ):
        told = signed_in(None).get(address).content.decode()
        assert "the disc has been won." in told, address
        assert "A new one comes" not in told, address


def test_the_site_goes_on_below_the_table(ada: User, bob: User) -> None:
    """On a phone its bar takes the place of the header; also below the end and the replay."""
    game = running_game(ada, bob, answers=12)
    assert 'class="bottom-bar"' in page(ada, game)
    resign(bob, game.pk)
    assert 'class="bottom-bar"' in page(ada, game)
    replay = signed_in(ada).get(reverse("replay_at", args=[game.pk, 3]))
    assert 'class="bottom-bar"' in replay.content.decode()
    assert "live-below" not in page(ada, game)


def test_a_live_game_elsewhere_is_in_the_bar_below_the_table(ada: User, bob: User) -> None:
    """On a phone the table has no header that leads there."""
    game = running_game(ada, bob, answers=12)
    live = running_game(ada, bob, pace=LIVE[0])
    assert "live-below" in page(ada, game)
    assert "live-below" not in page(ada, live)
