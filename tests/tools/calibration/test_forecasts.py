"""`python -m tools.calibration`: how far the judge can be trusted."""

from functools import partial

import pytest

from engine.analysis.review import review
from tests.engine.review_write import QUICK
from tools.calibration import forecasts
from tools.calibration.__main__ import main
from tools.calibration.forecasts import Forecast, brier, reliability


def test_a_judge_that_knows_nothing_has_a_quarter() -> None:
    assert brier([Forecast(0.5, 0.0), Forecast(0.5, 1.0)]) == 0.25
    assert brier([Forecast(1.0, 1.0)]) == 0.0


def test_reliability_is_counted_by_tenths() -> None:
    some = [Forecast(0.12, 0.0), Forecast(0.18, 1.0), Forecast(1.0, 1.0)]
    assert reliability(some) == [(2, pytest.approx(0.15), 0.5), (1, 1.0, 1.0)]


@pytest.mark.whole
def test_the_command_prints_both_tables(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "review", partial(review, budgets=QUICK))
    main(["--bots", "greedy", "noisy", "--games", "1", "--reviewed", "1"])
    said = capsys.readouterr().out
    assert said.startswith("1 games, ")
    assert "| foreseen |" in said
    assert "| `greedy` |" in said
    assert "| `noisy` |" in said
