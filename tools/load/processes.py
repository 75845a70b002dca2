"""Processor time and memory of processes, from /proc."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time of processes and their descendants so far, ended ones included."""
    parents, used = {}, {}
    for pid, fields in _stats().items():
        parents[pid] = int(fields[1])
        used[pid] = sum(map(int, fields[11:15])) / TICKS
    return sum(used.get(pid, 0.0) for pid in _with_descendants(pids, parents))


def memory(pid: int) -> list[int]:
    """Return the bytes of a process and of each descendant, as PSS: a shared page counts once.

    Those of other users can be read by root only.
    """
    parents = {child: int(fields[1]) for child, fields in _stats().items()}
    sizes = []
    for member in sorted(_with_descendants([pid], parents)):
        try:
            lines = Path(f"/proc/{member}/smaps_rollup").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):  # it has ended
            continue
        sizes.append(sum(int(line.split()[1]) * 1024 for line in lines if line[:4] == "Pss:"))
    return sizes


def _stats() -> dict[int, list[str]]:
    """Return the fields of /proc/PID/stat behind the name, by process."""
    stats = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            stats[int(folder.name)] = fields
    return stats


def _with_descendants(pids: list[int], parents: dict[int, int]) -> set[int]:
    wanted, added = set(pids), set(pids)
    while added:
        added = {pid for pid, parent in parents.items() if parent in added} - wanted
        wanted |= added
    return wanted
