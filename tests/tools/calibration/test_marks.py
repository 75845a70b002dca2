"""The table of marks: what is claimed against what is found, kept and gone on with."""

from itertools import islice
from pathlib import Path

import pytest

from engine import Game
from engine.analysis.review.parts import parts_of
from engine.analysis.review.turns import turns_of
from engine.bots import LEVELS
from engine.sparse_positions import complete
from tests.engine.analysis.review.test_review import MARS_WINS
from tests.engine.review_write import QUICK
from tools.arena.played import OtherBots
from tools.calibration import marks
from tools.calibration.marks import (
    GameKey,
    MeasuredGames,
    MeasuredMark,
    Sample,
    games_of,
    marks_table,
)

SAMPLE = Sample(marks=2, deals=4, seed="any")
KEY = GameKey("meteor", "asteroid", 0)
MARKS = [
    MeasuredMark(3, "mistake", 0.1, 0.02, 0.12, 0.05),
    MeasuredMark(9, "mistake", 0.14, 0.02, -0.02, 0.05),
]


def test_the_games_are_those_of_the_levels_or_of_the_best_one() -> None:
    best = list(LEVELS)[-1]
    levels = list(islice(games_of(SAMPLE), 8))
    assert [key.number for key in levels] == [0] * 4 + [1] * 4
    assert all(best not in (key.first, key.second) for key in levels)
    own = next(games_of(Sample(2, 4, "any", best=True)))
    assert (own.first, own.second) == (best, best)


def test_the_table_has_the_means_with_an_error() -> None:
    *_head, row = marks_table(SAMPLE, 1, MARKS)
    assert row == "| mistake | 2 | 0.120 | 0.050 ± 0.070 | 50 % |"


def test_what_was_measured_is_kept_and_a_line_that_was_cut_short_is_not(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    MeasuredGames(path, SAMPLE).add(KEY, MARKS)
    path.write_text(path.read_text() + '{"game": {"first"')
    again = MeasuredGames(path, SAMPLE)
    assert again[KEY] == MARKS
    assert GameKey("meteor", "asteroid", 1) not in again
    assert path.read_text().count("\n") == 2


def test_another_sample_does_not_go_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    MeasuredGames(path, SAMPLE)
    with pytest.raises(OtherBots):
        MeasuredGames(path, Sample(marks=2, deals=5, seed="any"))


def test_a_missed_win_is_found_in_games_played_to_their_end() -> None:
    game = Game.from_position(complete(MARS_WINS), seed="any")
    (turn,), _end = turns_of(game, [(1, 0, "lead nero")])
    (part,) = parts_of(turn.answers, turn.seat % 2, "any", QUICK[2])
    found, error = marks._found(part, 4, "any")
    assert 0 <= found <= 1
    assert error >= 0
    assert found == marks._found(part, 4, "any")[0]
