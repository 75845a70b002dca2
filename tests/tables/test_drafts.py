"""Drafts: undone, confirmed, and forgotten when the game moves on."""

from typing import Any

import pytest

from accounts.models import User
from engine import Chance, Options, deal
from engine import Game as EngineGame
from engine.bots import BOTS
from engine.events import CardsDrawn, MulliganChosen
from engine.foreseen import is_uncertain
from engine.views import open_hand
from games.tables.services.drafts import (
    add_to_draft,
    confirm_draft,
    draft_of,
    play_draft,
    undo_draft,
)
from games.tables.services.play import engine_game, submit_actions
from tests.support.factories import player, refusal, running_game
from tests.tables.answering import in_turn, other, until_asked

pytestmark = pytest.mark.django_db


# --- drafts ---


def test_a_draft_is_undone_and_confirmed(ada: User, bob: User) -> None:
    game, user, action = in_turn(ada, bob)
    add_to_draft(user, game.pk, action, 2)
    seat = game.seats.get(user=user)
    assert draft_of(game, seat).actions == (action,)
    undo_draft(user, game.pk, 2)
    undo_draft(user, game.pk, 2)
    seat.refresh_from_db()
    assert draft_of(game, seat).actions == ()
    add_to_draft(user, game.pk, action, 2)
    assert confirm_draft(user, game.pk, 2).seq == 3
    assert confirm_draft(user, game.pk, 2).seq == 3
    seat.refresh_from_db()
    assert seat.draft == []


def test_an_empty_draft_confirms_nothing(ada: User, bob: User) -> None:
    game, user, _action = in_turn(ada, bob)
    refusal(422, confirm_draft, user, game.pk, 2)


def test_a_draft_is_forgotten_when_the_game_moves_on(ada: User, bob: User) -> None:
    game = until_asked(running_game(ada, "random", bob, "random", answers=4), 0, 2)
    add_to_draft(ada, game.pk, "first 0", game.seq)
    submit_actions(bob, game.pk, ["first 2"], game.seq)
    assert "nothing" in refusal(422, confirm_draft, ada, game.pk, game.seq + 1)


def test_the_draft_of_a_mulligan_outlives_the_choices_of_others(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    card = open_hand(engine_game(game).view(0), 0)[0]
    add_to_draft(ada, game.pk, f"redraw {card}", 0)
    submit_actions(bob, game.pk, ["redraw"], 0)
    undo_draft(ada, game.pk, 0)  # from a page that was there before
    add_to_draft(ada, game.pk, f"redraw {card}", 0)
    assert confirm_draft(ada, game.pk, 0).seq == 2
    assert confirm_draft(ada, game.pk, 0).seq == 2
    assert submit_actions(ada, game.pk, [f"redraw {card}"], 0).seq == 2
    assert [move.action for move in game.moves.all()] == ["redraw", f"redraw {card}"]
    refusal(409, add_to_draft, ada, game.pk, "redraw", 0)


@pytest.mark.parametrize("others", [["redraw"], ["redraw", 0], ["redraw", 0, 1, 2, 3]])
@pytest.mark.parametrize("mine", [[], [1], [0, 1, 2, 3]])
def test_the_draft_of_a_mulligan_shows_ones_own_choice_only(
    ada: User, bob: User, others: list[Any], mine: list[int]
) -> None:
    game = running_game(ada, bob)
    cards = open_hand(engine_game(game).view(0), 0)
    theirs = open_hand(engine_game(game).view(1), 1)
    verb, *places = others
    submit_actions(bob, game.pk, [" ".join([verb, *(theirs[place] for place in places)])], 0)
    own = tuple(cards[place] for place in mine)
    add_to_draft(ada, game.pk, " ".join(["redraw", *own]), 0)
    game.refresh_from_db()
    draft = draft_of(game, game.seats.get(number=0))
    assert draft.events == (MulliganChosen(0, own),)
    assert draft.final
    assert draft.view == engine_game(game).view(0)


def test_an_illegal_draft_is_refused(ada: User, bob: User) -> None:
    game, user, _action = in_turn(ada, bob)
    refusal(409, add_to_draft, user, game.pk, "redraw", 2)
    refusal(409, add_to_draft, other(user, ada, bob), game.pk, "redraw", 2)
    refusal(403, add_to_draft, player("eve"), game.pk, "redraw", 2)


def test_too_many_cards_or_too_few_are_refused_with_their_number(ada: User) -> None:
    game = until_asked(running_game(ada, "random", "random", "random", answers=4), 0, 2)
    add_to_draft(ada, game.pk, "first 0", game.seq)
    hand = open_hand(engine_game(game).view(0), 0)
    add_to_draft(ada, game.pk, f"lead {hand[0]}", game.seq)
    too_many = " ".join(["share", *hand[1:4]])
    assert refusal(409, add_to_draft, ada, game.pk, too_many, game.seq) == "2 cards at most."
    assert refusal(409, add_to_draft, ada, game.pk, "share", game.seq) == "Tick a card first."
    add_to_draft(ada, game.pk, f"share {hand[1]}", game.seq)


@pytest.mark.parametrize("players", [2, 4])
def test_the_board_of_a_draft_shows_what_is_certain(players: int) -> None:
    """Nothing that an answer reveals is on it, nor what is drawn at the end."""
    game = EngineGame(deal(Options(players=players), "the board of a draft"))
    ended = revealed = 0
    while game.pending:
        seat = game.pending[0].seats[0]
        before = game.view(seat)
        action = BOTS["noisy"](before, Chance(f"{len(game.record()['actions'])}"))
        draft = play_draft(EngineGame.imagined(before), seat, [action])
        events = game.play(seat, action)
        after = game.view(seat)
        if not draft.final or before["phase"] == "mulligan":
            continue
        hand = open_hand(draft.view, seat)
        seen = [event.seen_by(seat) for event in events]
        assert list(draft.events) == seen[: len(draft.events)]
        assert draft.events_shown == len(draft.events)
        assert draft.view["deck"] == before["deck"]
        assert set(hand) <= set(open_hand(before, seat))
        if any(is_uncertain(event) and not isinstance(event, CardsDrawn) for event in events):
            revealed += bool(draft.events)
            assert (draft.view == before) == (not draft.events)
        elif len(draft.events) < len(events):
            assert [draft.view[key] for key in ("sides", "badge", "tokens")] == [
                after[key] for key in ("sides", "badge", "tokens")
            ]
            assert set(hand) == set(open_hand(before, seat)) & set(open_hand(after, seat))
            ended += 1
        else:
            assert not any(is_uncertain(event) for event in events)
    assert ended > 10
    assert revealed > 2
