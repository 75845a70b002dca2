"""The forms of the table page: turns, drafts, the end of a game, talk and notes."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from engine import Game as EngineGame
from engine import events as e
from games.tables.models import Game, Seat, Status
from games.tables.page import PageQuery, table_page
from games.tables.page.cards import Pick, card
from games.tables.page.changes import disc_places, ghosts_of
from games.tables.page.table import TablePage
from games.tables.selectors import seen
from games.tables.services import drafts
from games.tables.services.play import engine_game
from tests.engine.prepared import prepared
from tests.support import browsing
from tests.support.factories import answer, player, running_game
from tests.tables.page.pages import hand_of, menu, page, send, signed_in, to_turn
from tests.tables.time_pages.pages import draft_to_the_end

pytestmark = pytest.mark.django_db


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


def test_a_turn_that_ends_the_game_has_no_next_turn(ada: User, bob: User) -> None:
    """Only before a turn that goes on the page says how long the next one may take."""
    game = running_game(ada, bob)
    for won, is_last in ((), False), (("terra", "terra"), True):
        engine = prepared(hand=["titus"], discs={"terra": -3}, won=((), won))
        Game.objects.filter(pk=game.pk).update(setup=engine.record(), snapshot=engine.snapshot())
        Seat.objects.filter(game=game).update(draft=[], asked=False)
        Seat.objects.filter(game=game, number=0).update(asked=True)
        for steps, action in enumerate(("recruit titus", "planet terra")):
            html = send(ada, "draft", game, action=action, steps=steps).content.decode()
        assert 'id="confirm"' in html
        assert ("This ends the game." in html) is is_last
        assert ("for your next turn" in html) is not is_last


def test_a_step_after_which_the_turn_goes_on_has_no_next_turn(ada: User, bob: User) -> None:
    """Agents are mobilized in its middle: the rest is asked when they are seen."""
    game = running_game(ada, bob)
    engine = prepared(hand=["h4milt0n"], badge=(0, "silver"))
    Game.objects.filter(pk=game.pk).update(setup=engine.record(), snapshot=engine.snapshot())
    Seat.objects.filter(game=game, number=0).update(asked=True)
    Seat.objects.filter(game=game, number=1).update(asked=False)
    html = send(ada, "draft", game, action="recruit h4milt0n").content.decode()
    assert "This reveals cards from the deck." in html
    assert "for your next turn" not in html


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


def test_a_whole_page_counts_the_games_that_wait(ada: User, bob: User) -> None:
    """Without scripts too; fragments leave it to the socket."""
    game = running_game(ada, bob)
    shown = browsing.markup(signed_in(ada).get(reverse("table", args=[game.pk])))
    assert re.search(r'id="turns" data-turns title="[^"]+">1<', shown)
    assert "data-turns" not in browsing.markup(send(ada, "resign", game))


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
    assert address in menu(ada, game)
    game = running_game(ada, bob, answers=40)
    assert reverse("abort", args=[game.pk]) not in menu(ada, game)


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


@pytest.mark.parametrize("name", ["notification_level", "standing", "resign"])
def test_an_id_that_no_table_can_have_is_not_found(ada: User, name: str) -> None:
    path = reverse(name, args=[2**70])
    answer = signed_in(ada).post(path, {"level": "mute", "planet": "mars", "seq": 0})
    assert answer.status_code == 404


def test_before_confirming_the_board_shows_the_whole_turn(ada: User, bob: User) -> None:
    game, user, number = to_turn(running_game(ada, bob, answers=10))
    option = next(
        f"recruit {slug}"
        for slug in hand_of(game, number)
        if f"recruit {slug}" in engine_game(game).pending[0].options
    )
    drafts.add_to_draft(user, game.pk, option, game.seq)
    draft_to_the_end(user, game)
    page = table_page(seen(user, game.pk))
    draft = drafts.draft_of(game, game.seats.get(user=user))
    moved = disc_places(draft.events, number % 2)
    assert moved
    for lane in page.board.lanes:
        there = lane.at if lane.ghost is None else lane.ghost
        assert there == moved.get(lane.planet, lane.at)
    recruited = option.removeprefix("recruit ")
    assert recruited not in {one.slug for one in page.hand.cards}
    own = [one.slug for lane in page.board.lanes for one in lane.mine.cards]
    assert recruited in own


def test_the_ghosts_of_a_card_are_those_of_its_answer(ada: User, bob: User) -> None:
    """Also of a disc that moves twice."""
    doubled = 0
    for seed in range(4):
        game, user, number = to_turn(running_game(ada, bob, answers=12 + 6 * seed))
        for slug in hand_of(game, number):
            page = table_page(seen(user, game.pk), PageQuery(chosen=slug))
            recruit = page.decision.uses[0].answer
            if recruit is None:
                continue
            assert f"column-mine-{card(slug).planet}" in recruit.ghosts.split()
            places = [one.split(":") for one in recruit.ghosts.split() if ":" in one]
            for planet, at in places:
                lane = next(lane for lane in page.board.lanes if lane.planet == planet)
                assert at == str(lane.at if lane.ghost is None else lane.ghost)
                doubled += lane.ghost is not None and abs(lane.ghost - (lane.at or 0)) > 1
    assert doubled


@pytest.mark.parametrize(
    ("event", "mine", "theirs"),
    [
        (e.AgentRecruited(0, "nero", "mars", 3), "column-mine-mars", "column-theirs-mars"),
        (e.AgentRecruited(2, "nero", "mars", 3), "column-mine-mars", "column-theirs-mars"),
        (e.AgentExiled(0, 1, "nero", "mars"), "column-theirs-mars", "column-mine-mars"),
        (
            e.AgentTransferred(0, "nero", "mars"),
            "column-theirs-mars column-mine-mars",
            "column-theirs-mars column-mine-mars",
        ),
        (e.TechnologyDeveloped(0, 0, "robot", 2, 2, None), "tech-robot-2", "tech-robot-2"),
        (e.BadgeTaken(0, "silver"), "side-mine", "side-theirs"),
        (e.BadgeGiven(0), "side-theirs", "side-mine"),
        (e.DiscMoved("mars", 0, 2, 2), "mars:2", "mars:-2"),
        (e.CreditsGained(0, 2), "", ""),
    ],
)
def test_an_answer_shows_what_it_would_change(event: e.Event, mine: str, theirs: str) -> None:
    assert ghosts_of([event, event], 0) == mine
    assert ghosts_of([event, event], 1) == theirs


ROWS = [
    (
        "moussa",
        {"animod": 1},
        ["Mercury + Venus", "Venus + Terra", "Terra + Mars", "Mars + Jupiter"],
    ),
    (
        "jack-curry",
        {"human": 3},
        ["Mercury + Venus + Terra", "Venus + Terra + Mars", "Terra + Mars + Jupiter"],
    ),
]


def ask(game: Game, user: User, position: EngineGame, action: str) -> TablePage:
    """Return the page of a user whose seat, the first one, has begun its turn with an action."""
    setup, snapshot = position.record(), position.snapshot()
    Game.objects.filter(pk=game.pk).update(setup=setup, snapshot=snapshot)
    Seat.objects.filter(game=game).update(draft=[], asked=False)
    Seat.objects.filter(game=game, number=0).update(asked=True)
    drafts.add_to_draft(user, game.pk, action, game.seq)
    return table_page(seen(user, game.pk))


@pytest.mark.parametrize(("card", "levels", "rows"), ROWS)
def test_a_row_is_named_and_drawn_with_all_its_planets(
    ada: User, bob: User, card: str, levels: dict[str, int], rows: list[str]
) -> None:
    game, position = running_game(ada, bob), prepared(hand=[card], levels=(levels, {}))
    page = ask(game, ada, position, f"develop {card}")
    answers = page.decision.answers
    assert [shown.short for shown in answers] == rows
    for shown in answers:
        names = shown.short.split(" + ")
        assert [planet.capitalize() for planet in shown.planets] == names
        assert shown.sentence == f"Choose {', '.join(names[:-1])} and {names[-1]}."
        discs = [one.split(":")[0] for one in shown.ghosts.split() if ":" in one]
        assert discs == [*shown.planets]
        lane = next(lane for lane in page.board.lanes if lane.planet == shown.planets[0])
        assert lane.pick == Pick(shown.action, shown.sentence, shown.ghosts)
    picked = [lane.planet for lane in page.board.lanes if lane.pick]
    assert picked == [shown.planets[0] for shown in answers]
    html = send(ada, "draft", game, action=answers[0].action, steps=1).content.decode()
    assert answers[0].sentence in html


def test_a_planet_without_a_disc_is_left_out_of_its_row(ada: User, bob: User) -> None:
    """Its disc has been won in the same turn: on Mercury, by the card that asks for the row."""
    game = running_game(ada, bob)
    badge, discs = (1, "silver"), {"mercury": 3}
    position = prepared(hand=["princess-uxmal"], discs=discs, badge=badge, secret_agents=True)
    answers = ask(game, ada, position, "recruit princess-uxmal").decision.answers
    rows = ["Venus", "Venus + Terra", "Terra + Mars", "Mars + Jupiter"]
    assert [shown.short for shown in answers] == rows
    assert answers[0].sentence == "Choose Venus."


def test_the_middle_of_a_row_shows_the_discs_beside_it(ada: User, bob: User) -> None:
    """The question asks for the middle alone, so that is what the answer names."""
    page = ask(running_game(ada, bob), ada, prepared(hand=["augustus"]), "recruit augustus")
    terra = page.decision.answers[2]
    assert (terra.short, terra.planets) == ("Terra", ("terra",))
    lane = page.board.lanes[2]
    assert lane.pick == Pick("planet terra", "Choose Terra.", "venus:1 terra:3 mars:1")
