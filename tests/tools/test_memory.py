"""The memory of processes, and the table of it."""

import subprocess
import sys

from tools.load.processes import memory
from tools.memory.__main__ import MEGABYTE, table

WITH_A_CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "print(input())"], stdin=subprocess.PIPE)
kept = bytearray(b"x") * (40 * 1024 * 1024)
print("ready", flush=True)
input()
child.communicate(b"over")
"""


def test_the_memory_of_a_process_is_its_own_and_that_of_its_children() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WITH_A_CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        parent, child = memory(process.pid)
        process.communicate(b"over\n")
    assert 40 * MEGABYTE < parent < 60 * MEGABYTE
    assert 0 < child < 20 * MEGABYTE
    assert memory(process.pid) == []


def test_the_table_adds_up_parts_and_processes() -> None:
    lines = table({"web": [3 * MEGABYTE], "worker": [MEGABYTE, MEGABYTE // 2]}).splitlines()
    assert [line.split() for line in lines] == [
        ["processes", "MB"],
        ["web", "1", "3"],
        ["worker", "2", "2"],
        ["together", "3", "4"],
    ]
