"""The scripts of tutorials: each step can be played, and what is wrong is named."""

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from engine import Game
from engine.agents import AGENTS, NUMBER
from engine.sparse_positions import complete
from games.learning import check as checking
from games.learning import tutorials
from games.learning.check import check, problems
from games.learning.scripts import (
    Chapter,
    Confirm,
    Give,
    Guess,
    Lay,
    Take,
    Tutorial,
    laid_out,
)
from games.learning.tutorials.first_game import (
    CARD,
    DISC,
    FIRST_GAME,
    INFLUENCE,
    MULLIGAN,
    VICTORY,
    WINNING,
)

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


@pytest.mark.parametrize("step", [step for step in WINNING.steps if isinstance(step, Lay)])
def test_a_position_that_is_laid_out_is_complete(step: Lay) -> None:
    position = complete(step.position)
    assert Game.from_position(position).position() == position


VICTORY_TURN = (
    Give("", actions=("recruit khan",)),
    Give("", actions=("planet mars",)),
    Confirm(""),
)
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
    "turn 2: after [] none of": replace(
        INFLUENCE,
        steps=(*VICTORY_TURN, Lay("", position=INFLUENCE.position), *VICTORY_TURN),
        position=VICTORY.position,
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
    turn, *_rest = VICTORY.turns()
    for planet in turn.answers[1].actions:
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
        game = chapter.begin()
        for answers, confirm, laid in chapter.turns():
            game = game if laid is None else laid_out(laid, chapter.key)
            for step in answers:
                action = next(a for a in game.pending[0].options if step.accepts(a))
                verbs.add(action.split()[0])
                events |= {type(event).__name__ for event in game.play(0, action)}
            for reply in confirm.replies:
                events |= {type(event).__name__ for event in game.play(1, reply)}
    assert verbs >= {"recruit", "develop", "lead", "planet", "row", "option", "transfer", "exile"}
    assert "redraw" in verbs
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


def test_each_board_of_the_chapter_on_winning_is_another_victory() -> None:
    victories = []
    for turn in WINNING.turns():
        game = laid_out(turn.laid or WINNING.position, WINNING.key)
        for step in turn.answers:
            game.play(0, step.actions[0])
        assert game.outcome is not None
        assert game.outcome.winner == 0
        victories.append(game.outcome.victory)
    assert victories == ["absolute", "democratic", "popular"]


def test_the_right_answer_of_a_guess_is_what_its_card_prints() -> None:
    guesses = [step for step in CARD.steps if isinstance(step, Guess)]
    assert len(guesses) == 3
    for step in guesses:
        slug = step.at[-1].removeprefix("card-")
        _influence, *printed = AGENTS[NUMBER[slug]].effects
        matching = [list(effects) == printed for effects in step.answers]
        assert matching == [number == step.right for number in range(len(step.answers))]


def test_the_way_through_the_first_game_leaves_extra_chapters_out() -> None:
    way, chapter = [INFLUENCE], FIRST_GAME.after(INFLUENCE)
    while chapter is not None:
        way.append(chapter)
        chapter = FIRST_GAME.after(chapter)
    extras = [CARD, WINNING, MULLIGAN]
    assert way == [part for part in FIRST_GAME.chapters if part not in extras]
    assert [FIRST_GAME.extra_after(part) for part in (INFLUENCE, DISC, VICTORY)] == extras
    assert FIRST_GAME.extra_after(MULLIGAN) is None
