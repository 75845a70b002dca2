"""The end of a game: the discs that won it, its course and key turns, the picture to share."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from engine import events as e
from games.tables.models import Ending, Game
from games.tables.page.course import course
from games.tables.page.result import winning_discs
from games.tables.page.turns import in_short
from games.tables.selectors import seen
from tests.support.factories import finished_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    """A finished game."""
    return finished_game(ada, ben)


@pytest.mark.parametrize(
    ("ending", "won", "counted"),
    [
        (Ending.ABSOLUTE, ["mars", "venus", "mars", "mars"], ["mars"] * 3),
        (Ending.DEMOCRATIC, ["mars", "mars", "terra", "venus", "mercury"], None),
        (Ending.POPULAR, ["mars", "mars", "terra", "terra", "venus"], None),
        (Ending.RESIGNATION, ["mars"], []),
    ],
)
def test_the_discs_that_a_victory_counts(
    ending: str, won: list[str], counted: list[str] | None
) -> None:
    expected = list(dict.fromkeys(won)) if ending == Ending.DEMOCRATIC else won
    assert winning_discs(ending, won) == (expected if counted is None else counted)


def test_each_side_sees_the_course_from_its_own(game: Game, ada: User, ben: User) -> None:
    hers, his = course(seen(ada, game.pk)), course(seen(ben, game.pk))
    assert hers is not None
    assert his is not None
    heights = [[float(point.split()[1]) for point in side.line.split("L")] for side in (hers, his)]
    assert [160 - y for y in heights[0]] == pytest.approx(heights[1], abs=1)
    assert [turn.whose for turn in hers.key_turns] != [turn.whose for turn in his.key_turns]
    assert [turn.seq for turn in hers.key_turns] == [turn.seq for turn in his.key_turns]


def test_the_figures_of_the_chart_are_text_too(
    client: Client, game: Game, ada: User, ben: User
) -> None:
    hers, his = course(seen(ada, game.pk)), course(seen(ben, game.pk))
    assert hers is not None
    assert his is not None
    assert len(hers.figures) == hers.turns
    assert [100 - figure for figure in his.figures] == pytest.approx(hers.figures, abs=1)
    client.force_login(ada)
    page = client.get(game.get_absolute_url()).content.decode()
    figures = page[page.index('class="figures"') :]
    assert re.findall(r"<li>(\d+) %</li>", figures) == [str(figure) for figure in hers.figures]


def test_the_course_is_hidden_while_hands_are(game: Game, ada: User) -> None:
    game.sealed = True
    game.save()
    assert course(seen(ada, game.pk)) is None


def test_the_end_links_to_its_key_turns(client: Client, game: Game) -> None:
    page = client.get(game.get_absolute_url()).content.decode()
    shown = course(seen(None, game.pk))
    assert shown is not None
    for turn in shown.key_turns:
        assert reverse("replay_at", args=[game.pk, turn.seq]) in page
    assert game.get_absolute_url() in page


def test_the_key_turns_say_what_happened(client: Client, game: Game, ada: User) -> None:
    """For players who read the effects as text."""
    page = client.get(game.get_absolute_url()).content.decode()
    spectator, player = course(seen(None, game.pk)), course(seen(ada, game.pk))
    assert spectator is not None
    assert player is not None
    for turn in spectator.key_turns:
        assert turn.says.endswith(".")
        assert f'<span class="says">{escape(turn.says)}</span>' in page
    assert any("You " in turn.says for turn in player.key_turns)


def test_a_turn_in_short() -> None:
    events = [
        e.AgentRecruited(0, "nero", "mercury", 3),
        e.CreditsGained(0, 2),
        e.DiscWon("mars", 0),
        e.TurnStarted(1),
    ]
    says = in_short(events, 0, ["ada", "ben"])
    assert says == "Nero recruited for 3 credits. You win the disc of Mars."


def test_the_picture_of_the_end_comes_as_svg_and_png_with_its_alt_text(
    client: Client, game: Game, ben: User
) -> None:
    share = reverse("share_moment", args=[game.pk, game.seq])
    assert f'href="{share}"' in client.get(game.get_absolute_url()).content.decode()
    page = client.get(share).content.decode()
    alt = re.search(r'<img src="[^"]*" alt="([^"]*)"', page)
    assert alt is not None
    assert "the disc" in alt[1]
    assert re.search(rf'<textarea id="share-words"[^>]*>{re.escape(alt[1])}</textarea>', page)
    assert 'data-copy="share-words"' in page
    for kind, starts in (("svg", b"<svg"), ("png", b"\x89PNG")):
        address = reverse(f"moment_{kind}", args=[game.pk, game.seq])
        assert f'href="{address}?v=' in page
        assert client.get(address).content.startswith(starts)


def test_the_picture_of_a_private_table_is_shared_by_its_link(client: Client, ben: User) -> None:
    private = finished_game(ben, "noisy", public=False)
    token = private.token
    share = reverse("share_moment_by_link", args=[private.pk, token, private.seq])
    table = client.get(reverse("invitation", args=[private.pk, token])).content.decode()
    assert f'href="{share}"' in table
    picture = reverse("moment_png_by_link", args=[private.pk, token, private.seq])
    assert f'href="{picture}?v=' in client.get(share).content.decode()
    for name in ("share_moment", "moment_svg", "moment_png"):
        address = reverse(name, args=[private.pk, private.seq])
        assert client.get(address).status_code == 404
    assert client.get(f"/tables/{private.pk}/picture.png").status_code == 404
    old = client.get(f"/tables/{private.pk}/with/{token}/picture.png")
    assert (old.status_code, old.headers["Location"]) == (302, picture)
