"""The scripts of tutorials: each step can be played, and what is wrong is named."""

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from engine import Game
from engine.sparse_positions import complete
from games.learning import check as checking
from games.learning import tutorials
from games.learning.check import check, problems
from games.learning.scripts import Chapter, Confirm, Give, Take, Tutorial
from games.learning.tutorials.first_game import DISC, FIRST_GAME, INFLUENCE, VICTORY

CHAPTERS = [
    pytest.param(chapter, id=f"{tutorial.key} {chapter.key}")
    for tutorial in tutorials.TUTORIALS.values()
    for chapter in tutorial.chapters
]


def test_every_step_of_every_tutorial_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert problems() == []
    call_command("check_tutorials")
    assert "All tutorials can be played." in capsys.readouterr().out


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_starts_from_a_complete_position(chapter: Chapter) -> None:
    position = complete(chapter.position)
    assert Game.from_position(position).position() == position


BROKEN = {
    "impossible": replace(INFLUENCE, position={"discs": {"mars": 9}}),
    "none of ['recruit nero']": replace(
        INFLUENCE, steps=(Give("", actions=("recruit nero",)), Confirm(""))
    ),
    "the opponent can't recruit nero": replace(
        INFLUENCE,
        steps=(
            Give("", actions=("recruit mc4ffr3y",)),
            Confirm("", replies=("recruit nero",)),
        ),
    ),
    "it is not the player's turn": replace(
        INFLUENCE, steps=(Give("", actions=("recruit mc4ffr3y",)), Confirm(""))
    ),
    "does not end the turn": replace(
        DISC, steps=(Give("", actions=("recruit caesar",)), Confirm("", replies=()))
    ),
    "nero is taken, but not played next": replace(
        INFLUENCE, steps=(Take("", card="nero"), *INFLUENCE.steps[:1])
    ),
}


@pytest.mark.parametrize("problem", BROKEN)
def test_what_is_wrong_with_a_script_is_named(problem: str) -> None:
    assert any(problem in line for line in check(BROKEN[problem]))


def test_the_command_fails_with_the_chapter_s_name(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Tutorial("t", "", "", 1, (BROKEN["impossible"],))
    monkeypatch.setattr(checking, "TUTORIALS", {"t": broken})
    with pytest.raises(CommandError, match="t, influence: the position is impossible"):
        call_command("check_tutorials")


def test_the_last_chapter_offers_all_three_victories() -> None:
    victories = set()
    (answers, _confirm), *_rest = VICTORY.turns()
    for planet in answers[1].actions:
        game = Game.from_position(complete(VICTORY.position))
        game.play(0, "recruit khan")
        game.play(0, planet)
        assert game.outcome is not None
        assert game.outcome.winner == 0
        victories.add(game.outcome.victory)
    assert victories == {"absolute", "democratic", "popular"}


def test_the_first_game_teaches_every_subject() -> None:
    """What the tutorial promises is in an answer that the player gives, or in a reply."""
    verbs = set()
    events = set()
    for chapter in FIRST_GAME.chapters:
        game = Game.from_position(complete(chapter.position), seed=chapter.key)
        for answers, confirm in chapter.turns():
            for step in answers:
                action = next(a for a in game.pending[0].options if step.accepts(a))
                verbs.add(action.split()[0])
                events |= {type(event).__name__ for event in game.play(0, action)}
            for reply in confirm.replies:
                game.play(1, reply)
    assert verbs >= {"recruit", "develop", "lead", "planet", "row", "option", "transfer", "exile"}
    assert events >= {
        "DiscWon",
        "TokenGained",
        "AgentMobilized",
        "AgentTransferred",
        "AgentExiled",
        "LeadershipTaken",
        "TechnologyDeveloped",
        "GameEnded",
    }
