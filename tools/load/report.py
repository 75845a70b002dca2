"""What has been measured, as a table: a row for each figure, a column for each site."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean, median_low

from tools.load.rounds import WATCHERS, Figures

SIZED = ("draft", "confirm", "fetch", "table page", "home", "lobby", "landing")


@dataclass
class Table:
    """Lines of figures; with two sites, their ratio in a third column."""

    names: Sequence[str]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with the names."""
        ratio = ["ratio"] if len(self.names) == 2 else []
        self._line("", [*self.names, *ratio])

    def add(self, label: str, values: Sequence[float], digits: int = 0) -> None:
        """Add a figure of each site."""
        cells = [f"{value:,.{digits}f}" for value in values]
        if len(values) == 2 and values[0]:
            cells.append(f"{values[1] / values[0]:.2f}")
        self._line(label, cells)

    def _line(self, label: str, cells: Sequence[str]) -> None:
        self.lines.append(f"{label:38}" + "".join(f"{cell:>12}" for cell in cells))

    def __str__(self) -> str:
        return "\n".join(self.lines)


def quantiles(seconds: Sequence[float]) -> tuple[float, float, float]:
    """Return p50, p95 and p99 in milliseconds; zeros if nothing was measured."""
    if not seconds:
        return 0.0, 0.0, 0.0
    ordered = sorted(1000 * second for second in seconds)
    p50, p95, p99 = (
        ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)
    )
    return p50, p95, p99


def report(names: Sequence[str], figures: Sequence[Figures]) -> str:
    """Return all that has been measured of some sites."""
    table = Table(names)
    table.add("moves/s", [run.times.moves / run.times.seconds for run in figures], 1)
    for label, seconds in (
        ("draft", [run.times.drafts for run in figures]),
        ("confirm", [run.times.confirms for run in figures]),
        ("the other told", [run.times.hinted for run in figures]),
        ("the other sees", [run.times.seen for run in figures]),
    ):
        milliseconds = [quantiles(times) for times in seconds]
        for number, name in enumerate(("p50", "p95", "p99")):
            table.add(f"{label} {name}, ms", [row[number] for row in milliseconds])
    for name in figures[0].cpu:
        table.add(f"CPU of a move, {name}, ms", [_cpu(run, name) for run in figures], 1)
    if {"web", "PostgreSQL"} <= figures[0].cpu.keys():
        both = [_cpu(run, "web", "PostgreSQL") for run in figures]
        table.add("CPU of a move, web + PostgreSQL, ms", both, 1)
    for kind in figures[0].statements:
        usual = [median_low(run.statements[kind]) for run in figures]
        most = [max(run.statements[kind]) for run in figures]
        table.add(f"statements, {kind}", usual)
        if usual != most:
            table.add("  at most", most)
    for kind in SIZED:
        if all(kind in run.traffic.sizes for run in figures):
            table.add(f"bytes, {kind}", [_size(run, kind, 0) for run in figures])
            table.add("  decompressed", [_size(run, kind, 1) for run in figures])
    if all(run.watched for run in figures):
        table.add(f"CPU of {WATCHERS:,} watchers' fetches, s", [run.watched for run in figures], 2)
    if all(run.bare for run in figures):
        table.add("service door, moves/s", [run.door for run in figures])
        table.add("bare PostgreSQL, moves/s", [run.bare for run in figures])
        table.add("service door of bare, %", [100 * run.door / run.bare for run in figures])
    return str(table)


def _cpu(figures: Figures, *names: str) -> float:
    """Return the milliseconds of processor time that a move took in some processes."""
    return 1000 * sum(figures.cpu[name] for name in names) / max(figures.times.moves, 1)


def _size(figures: Figures, kind: str, which: int) -> float:
    return mean(size[which] for size in figures.traffic.sizes[kind])
