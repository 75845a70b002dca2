"""`python -m engine bench`."""

import re

from tests.engine.terminal.running import Run


def test_bench_prints_a_line_with_a_spread_for_each_measure(run: Run) -> None:
    ran = run("bench", "--runs", "2", "--games", "1")
    assert ran.code == 0
    assert "Python 3." in ran.out
    # which engine was measured
    assert re.search(r"nothing compiled|\d+ of \d+ modules compiled", ran.out)
    lines = [line for line in ran.out.splitlines() if "s " in line and len(line.split()) >= 5]
    names = ("two players", "four players", "Table.copy", "Game.copy", "Game.play", "Game.view")
    for name in names:
        line = next(line for line in lines if line.startswith(name))
        best, middle, worst = (float(part.replace(",", "")) for part in line.split()[-3:])
        assert min(best, middle, worst) > 0
        assert sorted((best, middle, worst)) in ([best, middle, worst], [worst, middle, best])
