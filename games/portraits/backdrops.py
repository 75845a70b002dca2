"""What is behind the heads: the disc, and the sky around it."""

from itertools import islice

from games.portraits.drawing import (
    HALO,
    SHADE,
    chances,
    dot,
    fill,
    line,
    ring,
    turned,
)

DISC = dot(HALO, 0, 0, 37)


def rays(name: str) -> str:
    """Return beams of light."""
    count = 16 + 4 * int(next(iter(chances(name, "rays"))) * 4)
    width = round(55 / count, 1)
    beams = "".join(
        turned(fill(HALO, f"M0-40L{width}-96H-{width}Z"), 360 * number / count)
        for number in range(count)
    )
    return f'<g opacity=".7">{beams}</g>'


def spheres(name: str) -> str:
    """Return the spheres of the heavens, with a moon."""
    chance = next(iter(chances(name, "moon")))
    circles = "".join(ring(HALO, 0, 0, radius, 1.6) for radius in (48, 62, 78))
    return circles + dot(SHADE, round(36 + 20 * chance), -24, 3.4)


def orbit(name: str) -> str:
    """Return the orbit of a moon."""
    tilt = round(50 * next(iter(chances(name, "orbit"))) - 25)
    path = "M70 0A70 21 0 1 1 -70 0A70 21 0 1 1 70 0Z"
    return turned(line(HALO, path, 3) + dot(SHADE, -58, -12, 4), tilt)


def stars(name: str) -> str:
    """Return stars, some of which are joined to constellations."""
    numbers = list(islice(chances(name, "stars"), 42))
    points = "".join(
        dot(SHADE, round(150 * x - 75), round(76 * y - 42), round(0.7 + 1.1 * size, 1))
        for x, y, size in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    )
    return points + line(HALO, "M-76 14L-48-6-30 4M76-4L50 8 34-10", 1.2)


ALL = (rays, spheres, orbit, stars)
