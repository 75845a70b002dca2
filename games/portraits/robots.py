"""Portraits of robots: machines from a kit of heads, ears, eyes and mouths."""

from games.portraits.drawing import (
    BRIGHT,
    CLOTH,
    FACE,
    INK,
    SHADE,
    both,
    choose,
    dot,
    fill,
    halves,
    line,
    ring,
)

HEADS = (
    "M0-22H16Q21-22 21-17V10L14 22H0Z",
    "M0-25C14-25 22-16 22-4V13L15 21H0Z",
    "M0-20H13L23-7V9L12 22H0Z",
    "M0-26C11-26 16-20 16-12V15Q16 22 9 22H0Z",
    "M0-25L20-13V9L9 22H0Z",
    "M0-19H24L20 16Q19 21 13 21H0Z",
    "M0-19H22Q27-19 27-14V12Q27 17 22 17H0Z",
    "M0-24A24 24 0 0 1 24 0V5L17 9V20H0Z",
    "M0-27L15-16 21 8 12 22H0Z",
)
"""The right halves."""

SHOULDERS = (
    "M-40 50Q-38 31-16 29H16Q38 31 40 50Z",
    "M-36 50V38L-20 29H20L36 38V50Z",
    "M-44 50L-30 32-12 28H12L30 32 44 50Z",
)
NECK = fill(SHADE, "M-8 18H8V32H-8Z") + line(INK, "M-8 23H8M-8 27.5H8", 1.4)
CHESTS = (
    dot(BRIGHT, 0, 41, 4),
    line(BRIGHT, "M-9 40H9", 2.5),
    fill(BRIGHT, "M-5 36H5L0 46Z"),
    line(FACE, "M-30 42H-18M18 42H30", 2.2),
    ring(BRIGHT, 0, 41, 4.5, 2) + dot(BRIGHT, 0, 41, 1.5),
    both(dot(BRIGHT, 5, 41, 2.2)),
)
EARS = (
    line(FACE, "M0-18V-34", 2.2) + dot(BRIGHT, 0, -36, 3.6),
    both(line(FACE, "M11-18L19-33", 2.2), dot(BRIGHT, 19, -34, 3)),
    both(fill(SHADE, "M19-11Q28-13 28-8V2Q28 7 19 5Z"), line(SHADE, "M24-12V-30", 1.8)),
    fill(BRIGHT, "M-4-18L0-38 4-18Z") + both(fill(SHADE, "M9-18L12-30 15-18Z")),
    both(dot(SHADE, 25, -3, 7), dot(BRIGHT, 25, -3, 2.8)),
    both(fill(SHADE, "M15-16L31-29 26-4Z")),
    ring(BRIGHT, 0, -32, 6, 2.4) + line(FACE, "M0-26V-18", 2.4),
    both(line(FACE, "M18-8H30M18-2H27M18 4H24", 2.4)),
)
EYES = (
    fill(INK, "M-13-10H13A5 5 0 0 1 13 0H-13A5 5 0 0 1 -13-10Z") + line(BRIGHT, "M-9-5H3", 4),
    both(dot(INK, 9, -4, 6.4), dot(BRIGHT, 9, -4, 2.9)),
    dot(INK, 0, -4, 10) + dot(BRIGHT, 0, -4, 6) + dot(INK, 0, -4, 2.6),
    both(fill(BRIGHT, "M3-3L15.5-10V-3L6 2Z")),
    both(fill(INK, "M4-10H14V0H4Z"), fill(BRIGHT, "M6.5-7.5H11.5V-3H6.5Z")),
    dot(INK, -8, -4, 7.4) + dot(BRIGHT, -8, -4, 3.8) + line(INK, "M4-4H14", 3.6),
    both(line(BRIGHT, "M4-5Q9-11 14-5", 3)),
    fill(INK, "M-17-10H17V-1H-17Z") + "".join(dot(BRIGHT, x, -5.5, 2.1) for x in (-10, 0, 10)),
    both(line(BRIGHT, "M5-8L13 0M13-8L5 0", 2.8)),
)
MOUTHS = (
    line(INK, "M-7 9H7M-7 13H7", 1.8),
    line(INK, "M-8 11H8", 3.4) + line(SHADE, "M-4 9.5V12.5M0 9.5V12.5M4 9.5V12.5", 1.2),
    fill(INK, "M-6 8H6V15H-6Z"),
    both(dot(INK, 3.5, 11, 1.6), dot(INK, 8.5, 11, 1.6)),
    line(BRIGHT, "M-6 11H6", 2.4),
    line(INK, "M-7 10Q0 15 7 10", 2.2),
)
MARKS = (
    "",
    dot(BRIGHT, 0, -16.5, 2.2),
    line(SHADE, "M-9-16H9", 2),
    fill(CLOTH, "M-3-22H3V-13L0-10-3-13Z"),
    both(dot(INK, 15, 6, 1.6)),
)


def robot(name: str, place: int) -> str:
    """Return the bust of a robot; those with different places differ in head and ears."""
    head = HEADS[place % len(HEADS)]
    ears = EARS[(place + place // len(HEADS)) % len(EARS)]
    return "".join(
        (
            fill(CLOTH, choose(name, "shoulders", SHOULDERS)),
            NECK,
            choose(name, "chest", CHESTS),
            ears,
            halves(head),
            EYES[(place + 4 * (place // len(EYES))) % len(EYES)],
            choose(name, "mouth", MOUTHS),
            choose(name, "mark", MARKS),
        )
    )
