"""Motion: the events of new moves as steps that the page plays on the board."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import Chance, Event, Game, Options, deal
from engine import events as e
from engine.bots import BOTS
from engine.views import open_hand
from games.tables import publishing
from games.tables.page import table_page
from games.tables.page.log import RecentMoves
from games.tables.page.motion import LARGEST, SILENT, event_steps, moments
from games.tables.selectors import seen
from tests.support.factories import answer, player, running_game

GOLDEN: list[tuple[Event, list[str]]] = [
    (e.TurnSkipped(1), ["pulse player theirs 1"]),
    (e.OrderChosen(2), ["pulse player mine 2"]),
    (
        e.AgentRecruited(1, "don-dune", "mars", 3),
        [
            "play agent don-dune mars: player theirs 1 > column theirs mars",
            "count credits theirs -3",
        ],
    ),
    (
        e.AgentRecruited(0, "don-dune", "mars", 0),
        ["fly agent don-dune mars: hand > column mine mars"],
    ),
    (
        e.TechnologyDeveloped(1, 1, "human", 3, 2, "don-dune"),
        [
            "play agent don-dune mars: player theirs 1 > discard",
            "move marker human theirs: level human 2 > level human 3",
            "count zenithium theirs -2",
        ],
    ),
    (
        e.TechnologyDeveloped(1, 1, "robot", 1, 0, None),
        ["move marker robot theirs: level robot 0 > level robot 1"],
    ),
    (
        e.LeadershipTaken(3, "don-dune", "human"),
        ["play agent don-dune mars: player theirs 2 > discard"],
    ),
    (
        e.LineCompleted(1, 2),
        ["pulse level animod 2", "pulse level human 2", "pulse level robot 2"],
    ),
    (e.DiscMoved("venus", 0, 2, 1), ["move disc venus: track venus -1 > track venus 1"]),
    (e.DiscMoved("venus", 1, 1, 4), ["move disc venus: track venus -3 > track venus -4"]),
    (e.DiscWon("venus", 1), ["fly disc venus: track venus -4 > won theirs venus"]),
    (e.DiscCentred("terra"), ["fly disc terra: > track terra 0"]),
    (e.DiscPlaced("terra"), ["fly disc terra: > track terra 0"]),
    (e.BadgeTaken(1, "silver"), ["fly badge theirs: > badge theirs"]),
    (e.BadgeTaken(0, "gold"), ["turn badge mine"]),
    (e.BadgeGiven(1), ["fly badge mine: badge theirs > badge mine"]),
    (e.TokenGained(1, "credits-3", "mars"), ["fly token: token mars > side theirs"]),
    (e.TokenGained(0, "credits-3", None), ["fly token: supply > side mine"]),
    (e.TokensShuffled(4), ["pulse supply"]),
    (e.CreditsGained(0, 3), ["count credits mine 3"]),
    (e.CreditsSpent(1, 3), ["count credits theirs -3"]),
    (
        e.CreditsTaken(1, 2),
        [
            "fly credits: credits mine > credits theirs",
            "count credits mine -2",
            "count credits theirs 2",
        ],
    ),
    (
        e.CreditsGiven(1, 2),
        [
            "fly credits: credits theirs > credits mine",
            "count credits theirs -2",
            "count credits mine 2",
        ],
    ),
    (e.ZenithiumGained(1, 1), ["count zenithium theirs 1"]),
    (e.ZenithiumSpent(0, 1), ["count zenithium mine -1"]),
    (
        e.ZenithiumTaken(0, 1),
        [
            "fly zenithium: zenithium theirs > zenithium mine",
            "count zenithium theirs -1",
            "count zenithium mine 1",
        ],
    ),
    (
        e.ZenithiumGiven(0, 1),
        [
            "fly zenithium: zenithium mine > zenithium theirs",
            "count zenithium mine -1",
            "count zenithium theirs 1",
        ],
    ),
    (
        e.AgentMobilized(1, "don-dune", "mars"),
        ["fly agent don-dune mars: deck > column theirs mars"],
    ),
    (
        e.AgentExiled(1, 0, "don-dune", "mars"),
        ["fly agent don-dune mars: column mine mars > discard"],
    ),
    (
        e.AgentTransferred(1, "don-dune", "mars"),
        ["fly agent don-dune mars: column mine mars > column theirs mars"],
    ),
    (
        e.CardsDiscarded(1, ("don-dune",)),
        ["fly agent don-dune mars: player theirs 1 > discard"],
    ),
    (e.CardsDrawn(1, 2, None), ["fly cards 2: deck > player theirs 1"]),
    (e.CardsDrawn(0, 1, ("don-dune",)), ["fly cards 1: deck > hand"]),
    (e.CardsShared(1, 3, 2, None), ["fly cards 2: player theirs 1 > player theirs 2"]),
    (e.DeckShuffled(30), ["fly cards 30: discard > deck"]),
]
"""Events, and their steps for seat 0 in short."""


def short(steps: Sequence[Any]) -> list[str]:
    """Return steps as lines."""
    lines = []
    for step in steps:
        line = f"{step['kind']} {step['what']}"
        if "to" in step:
            line += f": {step.get('from', '')} > {step['to']}".replace("  ", " ")
        lines.append(f"{line} {step['by']}" if "by" in step else line)
    return lines


@pytest.mark.parametrize(("event", "lines"), GOLDEN, ids=[str(event) for event, _ in GOLDEN])
def test_the_steps_of_an_event(event: Event, lines: list[str]) -> None:
    assert short(event_steps(event, 0)) == lines


def test_cards_in_flight_carry_their_names() -> None:
    """In a replay or on a phone the page may have no name of a card that is discarded."""
    labels = {
        (step["what"], step.get("label"))
        for event, _lines in GOLDEN
        for step in event_steps(event, 0)
        if "label" in step or str(step["what"]).startswith("agent ")
    }
    assert labels == {("agent don-dune mars", "Don Dune")}


def test_a_card_that_another_player_plays_says_its_use() -> None:
    """The own one doesn't."""
    uses = {
        e.AgentRecruited(1, "don-dune", "mars", 3): "Recruit on Mars",
        e.TechnologyDeveloped(1, 1, "human", 3, 2, "don-dune"): "Develop Human, level 3",
        e.LeadershipTaken(1, "don-dune", "human"): "Take the leadership",
    }
    for event, use in uses.items():
        for me, expected in ((0, use), (None, use), (1, None)):
            assert event_steps(event, me)[0].get("use") == expected, (event, me)


def test_a_moment_names_the_seat_whose_turn_it_is() -> None:
    """An answer in the turn of another seat belongs to that turn; the choice of order to its."""
    drawn, discarded = e.CardsDrawn(1, 1, None), e.CardsDiscarded(0, ("don-dune",))
    moves: list[tuple[int, int, Sequence[Event]]] = [
        (1, 1, [drawn]),
        (2, 0, [discarded]),
        (3, 1, [drawn, e.TurnStarted(2)]),
        (4, 2, [drawn]),
        (5, 3, [e.OrderChosen(3), e.TurnStarted(3)]),
    ]
    assert [moment["turn"] for moment in moments(moves, 0)] == [1, 1, 1, 2, 3]


def test_every_event_has_steps_or_is_silent() -> None:
    with_steps = {type(event) for event, _lines in GOLDEN}
    assert with_steps.isdisjoint(SILENT)
    assert with_steps | set(SILENT) == set(e.KINDS.values())


def test_the_board_is_turned_for_the_viewer() -> None:
    event = e.DiscMoved("venus", 1, 2, 1)
    assert short(event_steps(event, 1)) == ["move disc venus: track venus -1 > track venus 1"]
    assert short(event_steps(event, 3)) == short(event_steps(event, 1))
    assert short(event_steps(event, None)) == short(event_steps(event, 0))
    drawn = e.CardsDrawn(0, 1, None)
    assert short(event_steps(drawn, None)) == ["fly cards 1: deck > player mine 1"]
    assert short(event_steps(drawn, 2)) == ["fly cards 1: deck > player mine 1"]
    assert short(event_steps(drawn, 1)) == ["fly cards 1: deck > player theirs 1"]


def test_the_oldest_moments_are_left_out() -> None:
    many = [(number, 1, [e.AgentRecruited(1, "don-dune", "mars", 3)]) for number in range(1, 40)]
    played = moments(many, 0)
    assert len(json.dumps(played)) <= LARGEST < len(json.dumps(played)) + 400
    assert played[-1]["move"] == 39


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_is_left_out_between_two_turns_of_a_player(players: int) -> None:
    for number in range(3):
        game, chance = Game(deal(Options(players), f"motion {number}")), Chance("moves")
        moves: list[tuple[int, int, Sequence[Event]]] = []
        while game.pending and len(moves) < 250:
            seat = game.pending[0].seats[0]
            events = game.play(seat, BOTS["noisy"](game.view(seat), chance))
            if seat == 0:
                moves.clear()
            else:
                moves.append((len(moves), seat, [event.seen_by(0) for event in events]))
            with_steps = [event for move in moves for event in move[2] if event_steps(event, 0)]
            assert len(moments(moves, 0)) == len(with_steps)


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_are_in_no_steps(players: int) -> None:
    """What comes to a hand is a number of cards, to all viewers."""
    game, chance = Game(deal(Options(players), "motion")), Chance("moves")
    while game.pending:
        for seat in game.pending[0].seats:
            hands = [open_hand(game.view(number), number) for number in range(players)]
            events = game.play(seat, BOTS["noisy"](game.view(seat), chance))
            public = {
                slug
                for event in events
                for slug in event.seen_by(None).to_json().values()
                if isinstance(slug, str)
            } | {
                slug
                for event in events
                if isinstance(event, e.CardsDiscarded)
                for slug in event.agents
            }
            hidden = {slug for hand in hands for slug in hand} - public
            for me in (None, *range(players)):
                seen_events = [event.seen_by(me) for event in events]
                text = json.dumps(moments([(1, seat, seen_events)], me))
                assert not [slug for slug in hidden if f"agent {slug} " in text]
            break


@pytest.fixture
def ada(monkeypatch: pytest.MonkeyPatch) -> User:
    """The player of seat 0."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    return player("ada")


@pytest.mark.django_db
def test_the_page_plays_what_came_after_the_viewers_own_move(ada: User) -> None:
    game = running_game(ada, player("bob"), answers=14, pace=None)
    while not game.seats.get(number=0).asked:
        game = answer(game)
    for viewer in (ada, None):
        shown = seen(viewer, game.pk)
        recent = RecentMoves.of(shown, None, whole=False)
        own = [seq for seq, seat, _events in recent.moves if seat == shown.number]
        page = table_page(shown)
        assert page.motion
        assert not page.motion_is_own
        assert all(moment["move"] > max(own, default=0) for moment in page.motion)
        assert {moment["move"] for moment in page.motion} <= {move[0] for move in recent.latest}
    assert table_page(seen(None, game.pk)).seen == game.seq


@pytest.mark.django_db
def test_while_the_viewer_waits_the_page_has_the_own_turn(ada: User) -> None:
    """For the button only: it is marked, so that it does not play by itself."""
    bob = player("bob")
    game = running_game(ada, bob, answers=14, pace=None)
    while not game.seats.get(number=0).asked:
        game = answer(game)
    before = game.seq
    while game.seats.get(number=0).asked:
        game = answer(game)
    page = table_page(seen(ada, game.pk))
    assert page.motion_is_own
    assert page.motion
    assert {moment["move"] for moment in page.motion} <= set(range(before + 1, game.seq + 1))
    assert [turn.name for turn in page.recap] == ["ada"]
    client = Client()
    for user, mark in ((ada, True), (bob, False)):
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        html = client.get(reverse("table", args=[game.pk])).content.decode()
        assert ("data-own" in html) is mark


@pytest.mark.django_db
def test_the_page_knows_the_viewers_last_look(ada: User) -> None:
    bob = player("bob")
    game = running_game(ada, bob, answers=2, pace=None)
    while not game.seats.get(number=1).asked:
        game = answer(game)
    client = Client()
    client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    client.get(reverse("table", args=[game.pk]))
    looked = game.seq
    while game.seats.get(number=1).asked:
        game = answer(game)
    page = client.get(reverse("table", args=[game.pk]))
    assert page.context["page"].seen == looked
    assert f'data-seen="{looked}"' in page.content.decode()
    assert page.context["page"].motion
    assert {moment["move"] for moment in page.context["page"].motion} <= set(
        range(looked + 1, game.seq + 1)
    )
