"""Processor time of processes, from /proc."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time of processes and their descendants so far, ended ones included."""
    parents, used = {}, {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        used[pid] = sum(map(int, fields[11:15])) / TICKS
    wanted, added = set(pids), set(pids)
    while added:
        added = {pid for pid, parent in parents.items() if parent in added} - wanted
        wanted |= added
    return sum(used.get(pid, 0.0) for pid in wanted)
