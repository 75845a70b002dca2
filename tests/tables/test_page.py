"""The table page: its content for different viewers, and its forms."""

import itertools
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from engine.agents import AGENTS
from games.tables import publishing
from games.tables.models import Access, Game, Status
from games.tables.page import table_page
from games.tables.page.log import LOG_LINES
from games.tables.selectors import seen
from games.tables.services import drafts, talk
from games.tables.services.play import engine_game
from games.tables.services.rematches import rematch
from games.tables.services.seating import join_table
from tests.support import browsing
from tests.support.factories import answer, finished_game, player, running_game, table

pytestmark = pytest.mark.django_db
NAMES = {agent.slug: agent.name for agent in AGENTS}


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queue no tasks for bots."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)


@pytest.fixture
def ada() -> User:
    """The player of seat 0."""
    return player("ada")


@pytest.fixture
def bob() -> User:
    """The player of seat 1."""
    return player("bob")


def signed_in(user: User | None) -> Client:
    """Return a client, with a user signed in or anonymous."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(user: User | None, game: Game, query: str = "", **headers: Any) -> str:
    """Return the HTML of the table page for a user."""
    response = signed_in(user).get(reverse("table", args=[game.pk]) + query, **headers)
    assert response.status_code == 200
    return response.content.decode()


def send(user: User, name: str, game: Game, **data: Any) -> Any:
    """Post a form of the page as an htmx request."""
    values = {"seq": game.seq, "steps": 0, **data}
    return signed_in(user).post(
        reverse(name, args=[game.pk]), values, headers={"HX-Request": "true"}
    )


def to_turn(game: Game) -> tuple[Game, User, int]:
    """Play to the next turn; return the game, the user whose turn it is, and the seat."""
    while engine_game(game).pending[0].kind != "turn":
        game = answer(game)
    number = engine_game(game).pending[0].seats[0]
    user = game.seats.get(number=number).user
    assert user is not None
    return game, user, number


def hand_of(game: Game, number: int) -> list[str]:
    """Return the cards of a seat."""
    cards: list[str] = engine_game(game).view(number)["hands"][number]["cards"]
    return cards


def test_the_page_takes_few_queries(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    """The number does not depend on the length of the log and the chat."""
    game = running_game(ada, bob, answers=30)
    for _ in range(3):
        talk.say(bob, game.pk, "Hello!")
    client = signed_in(ada)
    client.get(reverse("rules"))  # the first page of a session writes the session down
    with django_assert_max_num_queries(12):
        assert client.get(reverse("table", args=[game.pk])).status_code == 200


def test_a_finished_page_takes_few_queries(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    """The result region needs no more queries than a running game."""
    game = finished_game(ada, bob)
    client = signed_in(ada)
    client.get("/")  # the first look of a day writes that down
    with django_assert_max_num_queries(12):
        assert client.get(reverse("table", args=[game.pk])).status_code == 200


@pytest.mark.parametrize(
    ("name", "fields"),
    [("draft", {"action": "keep", "steps": 0}), ("undo", {}), ("say", {"text": "Hello!"})],
)
def test_an_answer_reads_the_game_twice(
    ada: User, bob: User, name: str, fields: dict[str, Any]
) -> None:
    """Once to lock it in the service, once to show it."""
    game = running_game(ada, bob)
    client = signed_in(ada)
    client.get(reverse("table", args=[game.pk]))
    with CaptureQueriesContext(connection) as queries:
        response = client.post(
            reverse(name, args=[game.pk]),
            {"seq": game.seq, **fields},
            headers={"HX-Request": "true"},
        )
    assert response.status_code == 200
    one_game = [sql for query in queries if 'FROM "tables_game"' in (sql := query["sql"])]
    assert sum('"tables_game"."snapshot"' in sql for sql in one_game) == 2


def test_nothing_on_the_page_needs_inline_script_or_style(ada: User, bob: User) -> None:
    """The content security policy would block them."""
    html = page(ada, running_game(ada, bob, answers=20))
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", html)


def test_a_fragment_is_the_table_alone(ada: User, bob: User) -> None:
    """The same view serves the page and its fragment."""
    game = running_game(ada, bob)
    html = page(ada, game, headers={"HX-Request": "true"})
    assert re.match(r'\s*<div\s+id="table"', html)
    assert "<html" not in html


def test_a_page_that_is_up_to_date_gets_nothing(ada: User, bob: User) -> None:
    """The version in the query is compared first."""
    game = running_game(ada, bob)
    client, address = signed_in(ada), reverse("table", args=[game.pk])
    assert client.get(address, {"version": game.version}).status_code == 204
    assert client.get(address, {"version": game.version - 1}).status_code == 200


def test_an_up_to_date_page_costs_nearly_nothing(
    ada: User, bob: User, django_assert_num_queries: Any
) -> None:
    """A public table takes three queries: session, user and version."""
    game = running_game(ada, bob)
    client = signed_in(ada)
    client.get(game.get_absolute_url())
    with django_assert_num_queries(3):
        client.get(game.get_absolute_url(), {"version": game.version})


@pytest.mark.parametrize("version", ["", "-1", "²", "9" * 40])
def test_an_odd_version_is_an_old_one(ada: User, bob: User, version: str) -> None:
    """An invalid version gets the whole page."""
    page(ada, running_game(ada, bob), f"?version={version}")


def test_a_version_is_no_way_to_find_private_tables(ada: User, bob: User) -> None:
    """A correct guess gets the same response as a table that does not exist."""
    game = running_game(ada, bob, public=False)
    address = f"{game.get_absolute_url()}?version={game.version}"
    assert signed_in(player("eve")).get(address).status_code == 404
    assert signed_in(ada).get(address).status_code == 204


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_fragment_is_small(ada: User, bob: User, language: str) -> None:
    """Pages fetch the fragment after every move."""
    User.objects.update(language=language)
    game = running_game(ada, bob, answers=60, secret_agents=True)
    assert game.status == Status.RUNNING
    for user in (ada, bob, None):
        page(user, game)  # the first look has all that is new
        assert len(page(user, game, headers={"HX-Request": "true"}).encode()) < 70_000


OPENERS = re.compile(r'popovertarget="(agent-[^"]+)"')


def test_the_log_of_a_spectator_does_not_grow_with_the_game(ada: User, bob: User) -> None:
    """The page of a spectator keeps the `since` that it was loaded with."""
    game = running_game(ada, bob, answers=80)
    early, late = (table_page(seen(None, game.pk), since=n) for n in (1, game.seq - LOG_LINES))
    assert early.log == late.log
    assert early.since == late.since
    assert table_page(seen(ada, game.pk), since=1).log != late.log


@pytest.mark.parametrize("over", [False, True])
def test_every_card_that_can_be_opened_is_on_the_page(ada: User, bob: User, over: bool) -> None:
    """The page has the cards for use without scripts; the fragment leaves them out."""
    game = finished_game(ada, bob) if over else running_game(ada, bob, answers=60)
    addresses = [game.get_absolute_url()] + over * [reverse("replay_at", args=[game.pk, 30])]
    for address in addresses:
        html = signed_in(ada).get(address).content.decode()
        cards = set(re.findall(r'<div popover id="(agent-[^"]+)"', html))
        assert set(OPENERS.findall(html)) <= cards
        assert len(cards) > 10
        fragment = signed_in(ada).get(address, headers={"HX-Request": "true"}).content.decode()
        assert OPENERS.search(fragment)
        assert 'id="agent-' not in fragment


def test_a_card_is_fetched_by_itself(client: Client) -> None:
    """The response is in the language of the address, and can be cached."""
    french = client.get(reverse("card", args=["fr"]), {"agent": "nero"})
    english = client.get(reverse("card", args=["en"]), {"agent": "nero"})
    for answer_, language in ((french, "fr"), (english, "en")):
        assert 'id="agent-nero"' in answer_.content.decode()
        assert answer_["Content-Language"] == language
        assert "max-age=86400" in answer_["Cache-Control"]
    assert french.content != english.content


@pytest.mark.parametrize(("language", "agent"), [("fr", "nobody"), ("xx", "nero"), ("fr", "")])
def test_there_is_no_such_card(client: Client, language: str, agent: str) -> None:
    """Unknown agents and languages are not found."""
    address = reverse("card", args=[language])
    assert client.get(address, {"agent": agent}).status_code == 404


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
    html = page(ada, game)
    assert game.seed_sha256 in html
    assert game.seed not in html


def test_a_chosen_card_shows_its_three_uses(ada: User, bob: User) -> None:
    """The uses are shown with their prices and consequences."""
    game, user, number = to_turn(running_game(ada, bob))
    slug = hand_of(game, number)[0]
    html = page(user, game, f"?card={slug}")
    assert f'value="lead {slug}"' in html
    assert "Take the leadership" in html
    assert 'aria-current="true"' in html


def test_a_card_of_somebody_else_can_not_be_chosen(ada: User, bob: User) -> None:
    """A card of another hand in the query is ignored."""
    game, user, number = to_turn(running_game(ada, bob))
    html = page(user, game, f"?card={hand_of(game, 1 - number)[0]}")
    assert "Take the leadership" not in html


def test_a_turn_is_drafted_undone_and_confirmed(ada: User, bob: User) -> None:
    """The draft is not played before it is confirmed, and not shown to the opponent."""
    game, user, number = to_turn(running_game(ada, bob))
    slug = hand_of(game, number)[0]
    other = bob if user == ada else ada
    response = send(user, "draft", game, action=f"lead {slug}")
    assert response.status_code == 200
    assert 'id="confirm"' in response.content.decode()
    assert slug not in page(other, game)
    assert 'id="confirm"' not in send(user, "undo", game).content.decode()
    send(user, "draft", game, action=f"lead {slug}")
    send(user, "confirm", game)
    game.refresh_from_db()
    assert game.moves.filter(action=f"lead {slug}", seat=number).count() == 1


@pytest.mark.parametrize(("language", "question"), [("en", "Choose"), ("fr", "Choisissez")])
def test_a_question_stands_apart_from_the_card_that_asks_it(
    ada: User, bob: User, language: str, question: str
) -> None:
    """The heading has the name of the card, and the question starts with a capital letter."""
    game = running_game(ada, bob)
    while engine_game(game).pending[0].kind != "planet":
        game = answer(game)
    decision = engine_game(game).pending[0]
    user = game.seats.get(number=decision.seats[0]).user
    with translation.override(language):
        panel = table_page(seen(user, game.pk)).decision
    assert panel.kind == "choose"
    assert panel.question.startswith(question)
    assert panel.source
    assert panel.source not in panel.question
    assert panel.source in panel.heading


def test_a_second_click_is_no_second_answer(ada: User, bob: User) -> None:
    """The number of answers on the page is compared with the draft."""
    game, user, number = to_turn(running_game(ada, bob))
    slug = hand_of(game, number)[0]
    for _ in range(2):
        assert send(user, "draft", game, action=f"recruit {slug}").status_code in (200, 409)
    assert len(game.seats.get(number=number).draft) <= 1


def test_the_mulligan_takes_ticked_cards(ada: User, bob: User) -> None:
    """The cards are put in the order of the hand."""
    game = running_game(ada, bob)
    first, second = hand_of(game, 0)[:2]
    send(ada, "draft", game, action="redraw", tick=[second, first])
    assert game.seats.get(number=0).draft == [f"redraw {first} {second}"]
    send(ada, "undo", game)
    send(ada, "draft", game, action="keep", tick=[first])
    assert game.seats.get(number=0).draft == ["redraw"]


def test_it_works_without_scripts(ada: User, bob: User) -> None:
    """A post without htmx redirects to the table."""
    game = running_game(ada, bob)
    values = {"seq": game.seq, "steps": 0, "action": "redraw"}
    response = signed_in(ada).post(reverse("draft", args=[game.pk]), values)
    assert response.status_code == 302
    assert response["Location"] == game.get_absolute_url()


@pytest.mark.parametrize(
    ("action", "steps_back", "status"), [("recruit nobody", 0, 409), ("redraw", 1, 409)]
)
def test_a_refusal_says_why_and_shows_the_table(
    ada: User, bob: User, action: str, steps_back: int, status: int
) -> None:
    """The response has the status of the refusal, and the current table."""
    game, user, _number = to_turn(running_game(ada, bob))
    response = send(user, "draft", game, action=action, seq=game.seq - steps_back)
    assert response.status_code == status
    html = response.content.decode()
    assert 'class="refusal"' in html
    assert 'id="lanes"' in html


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
    """The direction is in words: towards the viewer, or towards a name."""
    game = running_game(ada, bob, answers=40)
    discs = engine_game(game).view(None)["discs"]
    planet, steps = next((name, n) for name, n in discs.items() if n)
    near, far = (ada, bob) if steps > 0 else (bob, ada)
    step = "1 step" if abs(steps) == 1 else f"{abs(steps)} steps"
    says = {user: lane_of(user, game, planet) for user in (near, far, None)}
    assert says[near].endswith(f"{step} towards you.")
    assert says[far].endswith(f"{step} towards {near.username}.")
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
    assert re.search(r'id="hand-title">\s*Cards of ada\s*<', html)


def test_the_count_of_games_that_wait_follows_the_table(ada: User, bob: User) -> None:
    """The fragment updates the header's count of games that wait."""
    game = running_game(ada, bob)
    badge = '<span class="count" id="turns"'
    shown = signed_in(ada).get(reverse("table", args=[game.pk]))
    assert f'{badge} title="1 game waits for you">1<' in browsing.markup(shown)
    assert f'{badge} hx-swap-oob="true" hidden>' in browsing.markup(send(ada, "resign", game))


@pytest.mark.parametrize("viewer", [None, "eve"])
def test_a_viewer_by_link_meets_no_dead_link(ada: User, bob: User, viewer: str | None) -> None:
    """All links of the table, the replay and the proof of the deal work with the token."""
    game = finished_game(ada, bob, public=False)
    line = talk.say(bob, game.pk, "Well played!")
    rematch(ada, game.pk)
    client = signed_in(player(viewer) if viewer else None)
    link = reverse("invitation", args=[game.pk, game.token])
    for part in ("", "replay/", "replay/3/", "deal/"):
        address = link + part
        shown = client.get(address)
        assert shown.status_code == 200, address
        inside = [path for path in browsing.own_links(shown, address) if "/tables/" in path]
        assert inside
        for path in inside:
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


def test_resigning_ends_the_game_with_open_hands(ada: User, bob: User) -> None:
    """The result has links to the replay and to a rematch."""
    game = running_game(ada, bob, answers=14)
    html = send(ada, "resign", game).content.decode()
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert "You resigned the game." in html
    assert all(f"agent-{slug}" in html for slug in hand_of(game, 1))
    assert reverse("replay", args=[game.pk]) in html
    assert reverse("rematch", args=[game.pk]) in html


def test_aborting_is_offered_at_first_only(ada: User, bob: User) -> None:
    """It is not offered after the first turn."""
    game = running_game(ada, bob)
    address = reverse("abort", args=[game.pk])
    assert address in page(ada, game)
    game = running_game(ada, bob, answers=40)
    assert reverse("abort", args=[game.pk]) not in page(ada, game)


def test_the_talk_is_said_reported_and_muted(ada: User, bob: User) -> None:
    """Players write messages, and all viewers read them."""
    game = running_game(ada, bob)
    assert "Hello &lt;b&gt;" in send(ada, "say", game, text="Hello <b>").content.decode()
    message = game.messages.get()
    assert "Hello &lt;b&gt;" in page(None, game)
    report = signed_in(bob).post(reverse("report", args=[message.pk]))
    assert report.status_code == 200
    assert message.reports.count() == 1
    assert send(bob, "mute", game, muted="1").status_code == 200
    assert "Hello" not in page(bob, game)
    assert send(player("eve"), "say", game, text="Me too").status_code == 403


def test_notes_are_private(ada: User, bob: User) -> None:
    """The opponent does not see them."""
    game = running_game(ada, bob)
    send(ada, "notes", game, notes="He holds Nero back.")
    assert "He holds Nero back." in page(ada, game)
    assert "He holds Nero back." not in page(bob, game)


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


def test_a_running_game_is_not_stepped_through(ada: User, bob: User) -> None:
    """The replay of a running game is not found."""
    game = running_game(ada, bob, answers=10)
    assert signed_in(ada).get(reverse("replay", args=[game.pk])).status_code == 404


def test_anybody_can_verify_the_deal_after_the_end(ada: User, bob: User) -> None:
    """During the game, the page does not show the seed."""
    game = running_game(ada, bob)
    address = reverse("verify_deal", args=[game.pk])
    assert game.seed not in signed_in(ada).get(address).content.decode()
    game = finished_game(ada, bob)
    html = signed_in(None).get(reverse("verify_deal", args=[game.pk])).content.decode()
    assert game.seed in html
    assert "good-news" in html


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
