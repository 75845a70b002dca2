"""PNG drawn by a process of its own, for pages.

resvg keeps the interpreter's lock while it draws: in a web process, every other request would wait
for 0.1 s, and on a busy machine for a second.
"""

import subprocess
import sys

LONGEST = 20
"""Seconds after which a drawing is given up."""
PROGRAM = """
import os, sys, resvg_py
os.nice(10)
svg, zoom = sys.stdin.buffer.read().decode(), float(sys.argv[1])
png = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True)
sys.stdout.buffer.write(png)
"""


def draw(svg: str, zoom: float) -> bytes:
    """Return an SVG as PNG, so many pixels for a unit."""
    command = [sys.executable, "-I", "-c", PROGRAM, str(zoom)]
    done = subprocess.run(
        command, input=svg.encode(), capture_output=True, check=True, timeout=LONGEST
    )
    return done.stdout
