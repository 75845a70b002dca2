"""Sentences of previews: never as if the answer had been played."""

import re
from collections.abc import Iterator

import pytest

from engine import Game, Options, deal
from engine import events as e
from engine.events import Event
from engine.words import describe_event, describe_preview
from tests.engine.event_sentences import ADA_IN_A_GAME_OF_FOUR, ADA_IN_A_GAME_OF_TWO, DUO, TEAMS
from tests.engine.prepared import play, prepared

PAST = re.compile(
    r"\b(won|took|gained|spent|gave|drew|exiled|transferred|discarded|developed|replaced|kept"
    r"|mobilized|have reached|was|were|could not|had)\b"
)
NEVER_FORESEEN = (
    e.AgentMobilized,
    e.AgentRecruited,
    e.CardsDrawn,
    e.DeckShuffled,
    e.Declined,
    e.LeadershipTaken,
    e.TokensShuffled,
)
"""What an answer says itself, or what a draft does not show because it reveals something."""


def foreseen() -> Iterator[tuple[Event, tuple[str, ...]]]:
    for event, *_ in ADA_IN_A_GAME_OF_TWO:
        yield event, DUO
    for event, *_ in ADA_IN_A_GAME_OF_FOUR:
        yield event, TEAMS


def test_a_preview_is_in_the_present_tense() -> None:
    count = 0
    for event, names in foreseen():
        for viewer in range(len(names)):
            acts = getattr(event, "seat", viewer) == viewer
            hidden = event.seen_by(viewer) != event or getattr(event, "agents", ()) is None
            drawn = e.GameEnded(None, None) == event
            supply = isinstance(event, e.TokenGained) and event.place is None
            with_a_card = isinstance(event, e.TechnologyDeveloped) and event.agent is not None
            never = isinstance(event, NEVER_FORESEEN) or drawn or supply or with_a_card
            if acts and not hidden and not never:
                sentence = str(describe_preview(event, viewer, names))
                assert not PAST.search(sentence), sentence
                count += 1
    assert count > 40


@pytest.mark.parametrize(
    ("event", "two", "four"),
    [
        (e.CreditsGained(0, 3), "You gain 3 credits.", "Your team gains 3 credits."),
        (e.DiscWon("mars", 0), "You win the disc of Mars.", "Your team wins the disc of Mars."),
        (
            e.DiscWon("mars", 1),
            "Your opponent wins the disc of Mars.",
            "The opposing team wins the disc of Mars.",
        ),
        (
            e.GameEnded(0, "popular"),
            "You win the game: popular victory, 5 discs.",
            "Your team wins the game: popular victory, 5 discs.",
        ),
        (
            e.DiscMoved("mars", 0, 2, 2),
            "Mars 2 steps towards you.",
            "Mars 2 steps towards your team.",
        ),
    ],
)
def test_a_preview_names_who_it_happens_to(event: Event, two: str, four: str) -> None:
    assert str(describe_preview(event, 0, DUO)) == two
    assert str(describe_preview(event, 0, TEAMS)) == four


def test_leading_at_gold_says_that_the_badge_shows_gold() -> None:
    """It used to say that an effect could not be applied, at every such turn."""
    game = prepared(hand=["nero", "titus"], badge=(0, "gold"))
    skipped = [event for event in play(game, "lead titus") if event["event"] == "EffectSkipped"]
    (event,) = (Event.from_json(data) for data in skipped)
    assert str(describe_event(event, 0, DUO)) == "The leader badge already shows its gold side."
    assert str(describe_preview(event, 0, DUO)) == "The leader badge already shows its gold side."


def test_the_leadership_skips_no_effect_but_the_badge() -> None:
    """Whatever else a leader gets can always be given, so its sentence is about the badge."""
    for seed in range(6):
        game = Game(deal(Options(players=4 if seed % 2 else 2), f"leading {seed}"))
        for turn in range(400):
            if game.outcome is not None:
                break
            decision = game.pending[0]
            leads = [option for option in decision.options if option.startswith("lead ")]
            options = leads or decision.options
            golden = game.view(None)["badge"]
            for happened in game.play(decision.seats[0], options[turn % len(options)]):
                if isinstance(happened, e.EffectSkipped) and happened.source == "leadership":
                    assert golden == {"side": happened.side, "face": "gold"}
