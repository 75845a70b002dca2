"""What the table page shows to players, spectators and visitors by link."""

import itertools
import re

import pytest
from django.urls import reverse

from accounts.models import User
from engine.agents import latest_agents
from games.lobby.services.rematches import rematch
from games.tables.models import Ending, Game, Seat, Status
from games.tables.page import table_page
from games.tables.selectors import seen
from games.tables.services import drafts, ending
from games.tables.services.play import engine_game
from games.talk import chat
from tests.support import browsing
from tests.support.factories import answer, finished_game, player, running_game
from tests.tables.page.pages import hand_of, menu, page, send, signed_in, to_turn

pytestmark = pytest.mark.django_db
NAMES = {agent.slug: agent.name for agent in latest_agents()}


def test_hands_are_seen_by_their_owner_alone(ada: User, bob: User) -> None:
    """Cards of the opponent's hand are not in the HTML."""
    game = running_game(ada, bob)
    mine, others = page(ada, game), hand_of(game, 1)
    assert all(f"agent-{slug}" in mine for slug in hand_of(game, 0))
    for html in (mine, page(None, game)):
        assert not [slug for slug in others if f"agent-{slug}" in html or NAMES[slug] in html]


def test_the_seed_is_promised_and_not_told(ada: User, bob: User) -> None:
    """The page shows the SHA-256 of the seed, not the seed."""
    game = running_game(ada, bob)
    html = page(ada, game) + menu(ada, game)
    assert game.seed_sha256 in html
    assert game.seed not in html


def test_a_stranger_may_not_play(ada: User, bob: User) -> None:
    """A spectator of a public table gets 403."""
    game = running_game(ada, bob)
    assert send(player("eve"), "draft", game, action="redraw").status_code == 403


def test_a_private_table_is_not_there_for_strangers(ada: User, bob: User) -> None:
    """Its address is a 404; its link works."""
    game = running_game(ada, bob, public=False)
    assert signed_in(None).get(game.get_absolute_url()).status_code == 404
    link = reverse("invitation", args=[game.pk, game.token])
    assert signed_in(None).get(link).status_code == 200


def test_a_disc_is_towards_somebody(ada: User, bob: User) -> None:
    """The direction is in words: towards the viewer or their opponent, or towards a name."""
    game = running_game(ada, bob, answers=40)
    discs = engine_game(game).view(None)["discs"]
    planet, steps = next((name, n) for name, n in discs.items() if n)
    near, far = (ada, bob) if steps > 0 else (bob, ada)
    step = "1 step" if abs(steps) == 1 else f"{abs(steps)} steps"
    says = {user: lane_of(user, game, planet) for user in (near, far, None)}
    assert says[near].endswith(f"{step} towards you.")
    assert says[far].endswith(f"{step} towards your opponent.")
    assert says[None].endswith(f"{step} towards {near.username}.")


def lane_of(user: User | None, game: Game, planet: str) -> str:
    """Return the text of a planet for screen readers."""
    shown = table_page(seen(user, game.pk)).board
    return next(lane.says for lane in shown.lanes if lane.planet == planet)


def test_headings_lead_through_the_table(ada: User, bob: User) -> None:
    """The regions have headings, and no level is skipped."""
    html = page(ada, running_game(ada, bob, answers=12)).partition("<main")[2]
    html = html.partition('id="popovers"')[0]
    levels = [int(level) for level in re.findall(r"<h(\d)", html)]
    assert all(below <= above + 1 for above, below in itertools.pairwise(levels))
    titles = [text.strip() for text in re.findall(r"<h[23][^>]*>([^<]*)<", html)]
    assert {"Planets", "Mars", "Your hand", "Log"} <= set(titles)


def test_the_replay_has_no_landmark_twice(ada: User, bob: User) -> None:
    """Labels of regions are unique."""
    game = finished_game(ada, bob)
    html = signed_in(ada).get(reverse("replay_at", args=[game.pk, 9])).content.decode()
    names = re.findall(r'<(?:section|nav)[^>]* aria-label="([^"]*)"', html)
    assert sorted(names) == sorted(set(names))
    assert re.search(r'id="hand-title"[^>]*>\s*Open hands\s*<', html)


@pytest.mark.whole
@pytest.mark.parametrize("viewer", [None, "eve"])
def test_a_viewer_by_link_meets_no_dead_link(ada: User, bob: User, viewer: str | None) -> None:
    """All links of the table, the replay and the proof of the deal work with the token."""
    game = finished_game(ada, bob, public=False)
    line = chat.say(bob, game.pk, "Well played!")
    rematch(ada, game.pk)
    client = signed_in(player(viewer) if viewer else None)
    link = reverse("invitation", args=[game.pk, game.token])
    for part in ("", "replay/", "replay/3/", "deal/"):
        address = link + part
        shown = client.get(address)
        assert shown.status_code == 200, address
        inside = [path for path in browsing.own_links(shown, address) if "/tables/" in path]
        assert inside
        moments = [path for path in inside if re.search(r"/replay/\d+/$", path)]
        for path in set(inside) - set(moments[1:-1]):  # moments differ by their number only
            assert client.get(path).status_code == 200, f"{address} -> {path}"
    assert client.get(link.replace(game.token, "wrong") + "deal/").status_code == 404
    if viewer:
        [form] = browsing.forms_to(client.get(link), f"/messages/{line.pk}/report/")
        assert client.post(form.action, form.data()).status_code == 200


def test_waiting_reveals_no_choice(ada: User, bob: User) -> None:
    """The opponent sees whose answer is awaited, and nothing of the draft."""
    game, user, number = to_turn(running_game(ada, bob))
    slug = hand_of(game, number)[0]
    drafts.add_to_draft(user, game.pk, f"lead {slug}", game.seq)
    html = page(bob if user == ada else ada, game)
    assert f"Waiting for {user.username}." in html
    assert "Confirm" not in html


def test_a_look_is_remembered(ada: User, bob: User) -> None:
    """News are marked until the next look."""
    game = running_game(ada, bob, answers=12)
    assert "since your last look" in page(ada, game)
    assert game.seats.get(number=0).seen_seq == game.seq


def test_four_players_see_their_planets(ada: User, bob: User) -> None:
    """The page shows the planets of the seats, and only the viewer's own hand."""
    game = running_game(ada, bob, player("cleo"), player("dan"), answers=8)
    html = page(ada, game)
    assert "Recruits on Mercury, Venus, Terra." in html
    hidden = {slug for number in (1, 2, 3) for slug in hand_of(game, number)}
    assert not [slug for slug in hidden if f"agent-{slug}" in html]


@pytest.mark.parametrize("late", [False, True], ids=["resigned", "ran out of time"])
def test_a_team_ends_a_game_as_a_team(ada: User, bob: User, *, late: bool) -> None:
    """A player who did not resign, or was not late, is not told that they did or were."""
    cleo, dan = player("cleo"), player("dan")
    game = running_game(ada, bob, cleo, dan, answers=12)
    if late:
        Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, ending=Ending.TIME, winner=1)
        Seat.objects.filter(game=game).update(asked=False)
    else:
        ending.resign(ada, game.pk)
    lost = "Your team lost the game: it ran" if late else "Your team resigned the game."
    assert lost in page(ada, game)
    assert (lost if late else "ada resigned the game for your team.") in page(cleo, game)
    how = "the opposing team ran out of time" if late else "ada resigned for the opposing team"
    for user in (bob, dan):
        assert f"Your team won the game: {how}." in page(user, game)


def test_no_seat_has_the_turn_after_the_end(ada: User, bob: User) -> None:
    game = running_game(ada, bob, player("cleo"), player("dan"), answers=8)
    while "has played" not in (html := page(ada, game)):
        game = answer(game)
    assert 'class="player active' in html
    ending.resign(ada, game.pk)
    html = page(ada, game)
    assert "has played" not in html
    assert 'class="player active' not in html
