"""What an answer of a draft says: its own sentence, and beside it only what follows from it."""

import pytest

from engine import Decision, Event
from engine import events as e
from games.symbols.happened import draw_events
from games.tables.models import Seat
from games.tables.page.better import shown_better
from games.tables.page.decision import _planets, _question
from games.tables.page.drafting import CHOSEN, PAID, Drafting, _beyond, row_of
from games.tables.providers import BetterTurn

CARDS = ("nero", "atlas", "wul")
EXILED = [e.AgentExiled(0, 0, slug, "mercury") for slug in CARDS]
GAIN = e.ZenithiumGained(0, 2)


@pytest.mark.parametrize(
    ("action", "events"),
    [
        ("spend 3", [e.CreditsSpent(0, 3)]),
        ("spend 3", [e.ZenithiumSpent(0, 3)]),
        ("discard nero", [e.CardsDiscarded(0, ("nero",))]),
        ("give", [e.BadgeGiven(0)]),
        ("give", [e.ZenithiumGiven(0, 1)]),
        ("exile 3", EXILED),
        ("recruit nero", [e.AgentRecruited(0, "nero", "mercury", 3)]),
    ],
)
def test_what_an_answer_says_itself_is_not_said_again(action: str, events: list[Event]) -> None:
    assert list(_beyond(action, [*events, GAIN])) == [GAIN]


def test_what_follows_from_an_answer_is_said_and_its_agents_are_linked() -> None:
    seat, agents = Seat(number=0), set[str]()
    drafting = Drafting(None, None, seat, ("Ada", "Bob"), None, agents)  # type: ignore[arg-type]
    [follows] = drafting.consequences("exile 2", EXILED)
    assert "Wul" in follows
    assert agents == {"wul"}
    assert drafting.consequences("exile 3", EXILED) == []


@pytest.mark.parametrize(("me", "side"), [(None, 0), (0, 0), (1, 1), (2, 0), (3, 1)])
def test_a_better_turn_is_drawn_from_the_side_of_its_viewer(me: int | None, side: int) -> None:
    events = (e.DiscMoved("mars", 0, 1, 1), e.CreditsGained(0, 2))
    turn = BetterTurn(1, 0, "nero", (), "", events, "/")
    assert draw_events(events, 0, 0) != draw_events(events, 1, 0)
    drawn = shown_better(turn, [Seat(number=0, bot="noisy")], me)
    assert drawn.signs == draw_events(events, side, 0)


@pytest.mark.parametrize(
    "event", [e.CreditsGained(0, 8), e.ZenithiumGained(0, 1), e.BadgeTaken(0, "gold")]
)
def test_a_chosen_option_is_said_once_and_shown(event: Event) -> None:
    assert list(_beyond("option 1", [event, GAIN], PAID | CHOSEN)) == [GAIN]
    assert list(_beyond("option 1", [event, GAIN])) == [event, GAIN]


def test_a_question_leaves_the_options_to_the_answers() -> None:
    decision = Decision((0,), "either", ("option 1", "option 2"), "geta", False)
    assert _question(decision).question == "Choose one of the two effects."


def test_a_second_payment_is_said() -> None:
    assert list(_beyond("exile 2", EXILED)) == [EXILED[2]]
    assert list(_beyond("spend 3", [e.CreditsSpent(0, 3)] * 2)) == [e.CreditsSpent(0, 3)]


def test_the_card_that_leaves_a_chosen_column_is_named() -> None:
    assert list(_beyond("exile mercury", EXILED[:1])) == EXILED[:1]


def test_a_row_is_the_discs_that_an_answer_moves_first() -> None:
    """Not those of what it sets off."""
    mercury = [e.DiscMoved("mercury", 0, 1, 4), e.DiscWon("mercury", 0)]
    venus, mars = e.DiscMoved("venus", 0, 1, 1), e.DiscMoved("mars", 0, 1, 1)
    assert row_of([*mercury, venus, GAIN, mars]) == ("mercury", "venus")
    assert row_of([GAIN, mars]) == ()


def test_who_plays_first_is_told_apart_by_the_planets_of_the_seat() -> None:
    assert _planets("first 1", 4) == ("mercury", "venus", "terra")
    assert _planets("first 3", 4) == ("terra", "mars", "jupiter")
    assert _planets("planet mars", 2) == ("mars",)
    assert _planets("decline", 2) == ()
