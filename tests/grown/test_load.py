"""The load tool at the whole site."""

import pytest

from tools.grown.services import ROOT, Grown
from tools.load.rounds import Load
from tools.load.sites import site_of


@pytest.mark.slow  # `make load` is a part of the night, too
def test_games_are_played_measured_and_checked(grown: Grown) -> None:
    load = Load(site_of("", ROOT, grown), 2)
    load.sign_in()
    load.play(1.0)
    times, cpu = load.figures.times, load.figures.cpu
    assert times.moves > 0
    assert len(times.hinted) == len(times.confirms) == len(times.drafts) == times.moves
    assert all(told <= seen for told, seen in zip(times.hinted, times.seen, strict=True))
    assert cpu["web"] > 0
    assert "2 games checked, 0 differ." in load.check()
    load.measure_watchers()
    assert load.figures.watched > 0
    load.measure_door()
    assert 0 < load.figures.door < load.figures.bare
    load.leave()
