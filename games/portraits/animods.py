"""Portraits of animods: thirteen animals in human clothes."""

from collections.abc import Callable

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
    turned,
)

EYES = (
    both(dot(INK, 9, -4, 2.8)),
    both(fill(INK, "M4-3L14-8 13-2 7-.5Z")),
    both(fill(BRIGHT, "M4-4Q9-9 14-4Q9 0 4-4Z"), dot(INK, 9, -4, 2.1)),
)


def fox(eyes: str) -> str:
    """Return the head of a fox."""
    return (
        both(fill(FACE, "M6-14L18-38 23-8Z"), fill(INK, "M11-16L17-30 19.5-13Z"))
        + halves("M0-20C13-20 23-10 22 0L7 20Q4 23 0 23Z")
        + both(fill(BRIGHT, "M22 0L7 20Q3 22 0 23V8Q12 8 22 0Z"))
        + eyes
        + fill(INK, "M-4 15H4L0 21Z")
    )


def owl(eyes: str) -> str:
    """Return the head of an owl, whose eyes are its own."""
    return (
        both(fill(SHADE, "M8-18L24-33 22-10Z"))
        + halves("M0-22C15-22 23-13 23-1C23 14 13 24 0 24Z")
        + both(dot(BRIGHT, 10, -4, 9.5), dot(INK, 10, -4, 4.6), dot(BRIGHT, 11.5, -5.5, 1.4))
        + fill(INK, "M-4.5 3H4.5L0 14Z")
        + line(CLOTH, "M-8 17Q-6 20-4 17Q-2 20 0 17Q2 20 4 17Q6 20 8 17", 1.5)
    )


def bull(eyes: str) -> str:
    """Return the head of a bull."""
    return (
        both(fill(BRIGHT, "M14-14C30-12 33-24 27-37C43-24 36-4 16-5Z"))
        + both(fill(SHADE, "M17-7L31-5 19 3Z"))
        + halves("M0-19C12-19 19-13 18-4L14 13Q12 24 0 24Z")
        + fill(BRIGHT, "M-14 11Q0 3 14 11Q16 25 0 25T-14 11Z")
        + both(dot(INK, 5.5, 16, 2))
        + eyes
        + ring(FACE, 0, 24, 4.5)
    )


def bear(eyes: str) -> str:
    """Return the head of a bear."""
    return (
        both(dot(SHADE, 16, -18, 8.5), dot(INK, 16, -18, 4))
        + halves("M0-22C14-22 23-13 23 0C23 14 13 23 0 23Z")
        + fill(BRIGHT, "M-11 11Q-11 2 0 2T11 11Q11 20 0 20T-11 11Z")
        + fill(INK, "M-5 6H5L0 12Z")
        + line(INK, "M0 12V16M-4 17Q0 19 4 17", 1.5)
        + eyes
    )


def hare(eyes: str) -> str:
    """Return the head of a hare."""
    return (
        both(
            fill(FACE, "M6-14C2-36 10-42 14-41S22-32 15-13Z"),
            fill(INK, "M9-16C7-31 11-37 13-36S17-30 13-16Z"),
        )
        + halves("M0-18C12-18 18-9 18 2C18 14 10 23 0 23Z")
        + both(dot(BRIGHT, 4.5, 14, 5.5))
        + fill(INK, "M-3 8H3L0 12Z")
        + line(BRIGHT, "M-2.5 18H2.5V23H-2.5Z", 1.2)
        + eyes
    )


def stag(eyes: str) -> str:
    """Return the head of a stag."""
    return (
        both(
            line(BRIGHT, "M8-17C10-27 20-27 21-38M13-26L11-36M19-29L28-31", 3),
            fill(SHADE, "M12-12L28-15 16-4Z"),
        )
        + halves("M0-18C11-18 16-12 15-3L9 18Q6 24 0 24Z")
        + fill(INK, "M-8 15Q0 11 8 15Q7 25 0 25T-8 15Z")
        + eyes
    )


def ram(eyes: str) -> str:
    """Return the head of a ram."""
    return (
        both(line(BRIGHT, "M10-14C26-24 36-8 26 4C18 10 14-2 22-4", 5))
        + halves("M0-20C11-20 15-12 14-3L10 15Q8 23 0 23Z")
        + fill(BRIGHT, "M-9-17Q-7-25 0-22Q7-25 9-17Q4-12 0-15Q-4-12-9-17Z")
        + both(dot(INK, 3.8, 15, 1.6))
        + eyes
        + line(INK, "M-4 19H4", 1.6)
    )


def lion(eyes: str) -> str:
    """Return the head of a lion."""
    mane = "".join(
        turned(fill(SHADE if number % 2 else CLOTH, "M0-35L7-17H-7Z"), 360 * number / 14)
        for number in range(14)
    )
    return (
        mane
        + dot(CLOTH, 0, 0, 25)
        + halves("M0-18C13-18 18-10 17 0C16 13 9 21 0 21Z")
        + fill(BRIGHT, "M-9 9Q0 4 9 9Q8 20 0 21T-9 9Z")
        + fill(INK, "M-5 7H5L0 13Z")
        + eyes
    )


def elephant(eyes: str) -> str:
    """Return the head of an elephant."""
    return (
        both(fill(SHADE, "M12-14C30-24 40-8 34 8C28 18 18 10 15 2Z"))
        + halves("M0-20C13-20 19-12 17 0L8 10Q5 12 5 30Q5 34 0 34Z")
        + both(line(BRIGHT, "M8 12Q15 17 16 26", 3.4))
        + eyes
        + line(CLOTH, "M-3.5 18H3.5M-3.5 23H3.5", 1.4)
    )


def eagle(eyes: str) -> str:
    """Return the head of an eagle, whose eyes are its own."""
    return (
        fill(SHADE, "M-13-16L-22-30-9-25-7-36 0-27 7-36 9-25 22-30 13-16Z")
        + halves("M0-21C14-21 20-12 19-1C18 10 11 19 0 24Z")
        + fill(BRIGHT, "M-9 0Q0-8 9 0L4 8 0 24-4 8Z")
        + line(FACE, "M0 3V12", 1.5)
        + both(fill(INK, "M5-5L17-9 15-3 8-1Z"))
    )


def wolf(eyes: str) -> str:
    """Return the head of a wolf."""
    return (
        both(fill(SHADE, "M5-16L12-36 22-10Z"), fill(CLOTH, "M22-8L28 6 16 12Z"))
        + halves("M0-20C13-20 21-11 20-1L15 10 6 22Q4 24 0 24Z")
        + fill(BRIGHT, "M-7 6H7L5 20Q0 24-5 20Z")
        + fill(INK, "M-4 6H4L0 11Z")
        + line(CLOTH, "M0-20V-10", 3)
        + eyes
    )


def cat(eyes: str) -> str:
    """Return the head of a cat, whose eyes are its own."""
    return (
        both(fill(SHADE, "M4-17L19-35 23-7Z"), fill(INK, "M11-18L18-28 20-11Z"))
        + halves("M0-19C14-19 24-11 24 1C24 13 12 22 0 22Z")
        + both(fill(BRIGHT, "M4-3Q10-11 17-5Q11 2 4-3Z"), line(INK, "M10.5-7V-1", 2.4))
        + both(dot(BRIGHT, 4.6, 12, 5.6))
        + fill(INK, "M-3.5 6H3.5L0 10.5Z")
        + both(line(INK, "M9 11L22 8M9 14L21 16", 1.2))
        + line(CLOTH, "M0-19V-11M-6-18V-12M6-18V-12", 2.2)
    )


def horse(eyes: str) -> str:
    """Return the head of a horse."""
    return (
        both(fill(SHADE, "M4-20L9-39 16-17Z"))
        + halves("M0-23C11-23 16-15 15-5L10 14Q9 24 0 24Z")
        + fill(BRIGHT, "M-2.5-12H2.5L3.5 8H-3.5Z")
        + fill(INK, "M-7-25Q-2-40 8-33Q2-31 7-22Q3-18 4-10Q-1-13-2-18Q-4-16-4-12Q-8-18-7-25Z")
        + fill(BRIGHT, "M-10 14Q0 9 10 14Q10 25 0 25T-10 14Z")
        + both(dot(INK, 4.2, 18, 1.7))
        + eyes
    )


SPECIES: dict[str, Callable[[str], str]] = {
    "amytis": stag,
    "annie": hare,
    "archimedes": owl,
    "arnulf": wolf,
    "atlas": elephant,
    "augustus": bull,
    "bajazet": eagle,
    "caesar": eagle,
    "caligula": horse,
    "chaka": lion,
    "charlemagne": stag,
    "cresus": ram,
    "demetrios": stag,
    "domitian": bull,
    "elisabeth": fox,
    "felis": cat,
    "geronimo": eagle,
    "geta": lion,
    "gilgamesh": lion,
    "ivan": bear,
    "khan": horse,
    "magellan": owl,
    "moussa": elephant,
    "mungo": bear,
    "nero": cat,
    "pachacuti": fox,
    "ragnar": wolf,
    "ramses": ram,
    "septimus": hare,
    "suleiman": elephant,
    "tiberius": wolf,
    "titus": fox,
    "zenon": owl,
}
"""Names remind of animals: Ramses of a ram, Arnulf and Caligula of what they are known for."""

SHOULDERS = (
    "M-38 50Q-36 32-14 24H14Q36 32 38 50Z",
    "M-42 50C-40 34-28 28-13 25H13C28 28 40 34 42 50Z",
    "M-36 50L-26 30H26L36 50Z",
)
COLLARS = (
    fill(BRIGHT, "M-22 28Q0 44 22 28L26 34Q0 54-26 34Z"),
    fill(FACE, "M-24 31L0 46 24 31V38L0 52-24 38Z") + dot(BRIGHT, 0, 45, 3.2),
    both(fill(FACE, "M10 30L26 33 20 50H14Z")),
    line(BRIGHT, "M-24 36Q0 48 24 36", 2.6) + dot(BRIGHT, 0, 43, 3.6),
    both(fill(BRIGHT, "M15 30L27 33 22 41Z")) + line(BRIGHT, "M0 38V50", 2),
)
LEAVES = both(
    fill(BRIGHT, "M8-24Q12-26 15-22Q11-20 8-24Z"),
    fill(BRIGHT, "M13-20Q17-22 20-17Q16-16 13-20Z"),
    fill(BRIGHT, "M17-15Q21-16 23-11Q19-11 17-15Z"),
)
ORNAMENTS = (
    "",
    both(line(BRIGHT, "M7-21C14-22 20-17 22-10", 2.4)) + LEAVES,
    fill(BRIGHT, "M-9-19L-11-29-4-24 0-32 4-24 11-29 9-19Z"),
    dot(BRIGHT, 0, -13, 2.6),
    fill(BRIGHT, "M-2.5-20H2.5L0-8Z"),
)
WREATHED = {"augustus", "caesar", "charlemagne", "gilgamesh", "titus", "domitian", "tiberius"}
"""Emperors and kings wear a laurel wreath or a crown."""


def animod(name: str, slug: str, place: int) -> str:
    """Return the bust of an animod; those with different places differ in collar and ornament."""
    if slug in WREATHED:
        ornament = ORNAMENTS[1 + place % 2]
    else:
        ornament = choose(name, "ornament", (ORNAMENTS[0], *ORNAMENTS[3:]))
    return "".join(
        (
            fill(CLOTH, choose(name, "shoulders", SHOULDERS)),
            COLLARS[place % len(COLLARS)],
            SPECIES[slug](choose(name, "eyes", EYES)),
            ornament,
        )
    )
