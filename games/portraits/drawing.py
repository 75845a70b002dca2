"""The pencils of the portraits: shapes as SVG, in seven tones of one colour.

A portrait is a bust on a canvas of 160 by 90 with its origin between the eyes, at 80, 43: heads end
41 above it, so that no frame cuts them. The tones are custom properties of the page (`.portrait` in
`tokens.css`), so one drawing serves every theme and planet.
"""

from collections.abc import Iterable, Sequence
from zlib import crc32

TONES = ("back", "halo", "cloth", "shade", "face", "bright", "ink")
"""Backdrop, disc behind the head, clothes, half in shadow, half in light, ornaments, ink."""
BACK, HALO, CLOTH, SHADE, FACE, BRIGHT, INK = TONES


def fill(tone: str, path: str) -> str:
    """Return a filled shape."""
    return f'<path fill="var(--p-{tone})" d="{path}"/>'


def line(tone: str, path: str, width: float = 2) -> str:
    """Return a line with round ends."""
    return (
        f'<path fill="none" stroke="var(--p-{tone})" stroke-width="{width:g}" '
        f'stroke-linecap="round" stroke-linejoin="round" d="{path}"/>'
    )


def dot(tone: str, x: float, y: float, radius: float) -> str:
    """Return a filled circle."""
    return f'<circle fill="var(--p-{tone})" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def ring(tone: str, x: float, y: float, radius: float, width: float = 2) -> str:
    """Return a circle that is not filled."""
    return (
        f'<circle fill="none" stroke="var(--p-{tone})" stroke-width="{width:g}" '
        f'cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
    )


def turned(shape: str, degrees: float) -> str:
    """Return a shape turned around the origin."""
    return f'<g transform="rotate({degrees:g})">{shape}</g>'


def both(*shapes: str) -> str:
    """Return shapes of the right half together with their mirror images."""
    half = "".join(shapes)
    return f'{half}<g transform="scale(-1 1)">{half}</g>'


def halves(path: str, light: str = FACE, dark: str = SHADE) -> str:
    """Return the shape of a right half twice: in light, and mirrored in shadow."""
    return fill(light, path) + f'<g transform="scale(-1 1)">{fill(dark, path)}</g>'


def choose(name: str, part: str, options: Sequence[str]) -> str:
    """Return the option that belongs to a part of a name: always the same one."""
    return options[crc32(f"{part} of {name}".encode()) % len(options)]


def chances(name: str, part: str) -> Iterable[float]:
    """Yield numbers from 0 to 1 that belong to a part of a name."""
    number = 0
    while True:
        yield crc32(f"{part} {number} of {name}".encode()) / 2**32
        number += 1
