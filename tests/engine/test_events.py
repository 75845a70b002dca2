"""Events: JSON and back, and which of them can't be taken back."""

from random import Random

import pytest

from engine import Event, Game, Options, deal
from engine.events import (
    KINDS,
    AgentMobilized,
    CardsDrawn,
    DiscMoved,
    TokenGained,
    TokensShuffled,
)
from tests.engine.invariants import any_answer


def test_every_event_of_random_games_survives_json() -> None:
    seen = set()
    for number in range(6):
        random = Random(number)
        game = Game(deal(Options(2 + 2 * (number % 2)), str(number)))
        while game.outcome is None:
            for event in game.play(*any_answer(game, random)):
                seen.add(type(event))
                for viewer in (None, 0, 1):
                    filtered = event.seen_by(viewer)
                    assert Event.from_json(filtered.to_json()) == filtered
    unseen = {name for name, kind in KINDS.items() if kind not in seen}
    assert unseen <= {"TurnSkipped", "DiscCentred"}, "play other seeds"


@pytest.mark.parametrize("data", [{}, {"event": "Nothing"}, {"event": "DiscMoved"}])
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError)):
        Event.from_json(data)


def test_what_turns_up_hidden_things_reveals() -> None:
    assert AgentMobilized(0, "nero", "mercury").reveals
    assert CardsDrawn(0, 1, None).reveals
    assert TokensShuffled(8).reveals
    assert TokenGained(0, "badge", None).reveals
    assert not TokenGained(0, "badge", "mars").reveals
    assert not DiscMoved("mars", 0, 1, 2).reveals
