"""Portraits of humans, who wear their titles: crowns, caps, hats, glasses, masks."""

from dataclasses import dataclass
from math import cos, pi, sin

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


def star(x: float, y: float, radius: float) -> str:
    """Return a star with five points."""
    points = (
        (r * sin(n * pi / 5), -r * cos(n * pi / 5))
        for n, r in enumerate((radius, radius * 0.42) * 5)
    )
    return fill(BRIGHT, "M" + "L".join(f"{x + a:.1f} {y + b:.1f}" for a, b in points) + "Z")


SHOULDERS = (
    "M-38 50Q-36 33-14 28H14Q36 33 38 50Z",
    "M-42 50C-40 36-30 31-13 28H13C30 31 40 36 42 50Z",
    "M-34 50L-32 36-12 28H12L32 36 34 50Z",
)
NECK = fill(SHADE, "M-7 12H7V29L0 35-7 29Z")
FACES = (
    "M0-19C10-19 14.5-12 14.5-3C14.5 8 8 16 0 18Z",
    "M0-20C11-20 15-13 14.5-4L13 7 7 16Q4 18.5 0 18.5Z",
    "M0-18C9-18 13-12 13-3C13 9 7 17 0 19Z",
)
NOSE = line(CLOTH, "M0-1V5", 1.6)

EYES = {
    "calm": both(line(INK, "M4-2H9.5", 2.4)),
    "almond": both(fill(INK, "M2.5-1Q7-6 12-2Q7 2 2.5-1Z")),
    "open": both(dot(INK, 6.5, -2, 1.9), line(INK, "M3-6.5L10-7", 1.6)),
    "smiling": both(line(INK, "M3.5-1Q6.5-5 9.5-1", 2)),
    "visor": fill(BRIGHT, "M-12-7H12A4 4 0 0 1 12 1H-12A4 4 0 0 1 -12-7Z")
    + line(FACE, "M-10-4.5H0"),
    "glasses": both(dot(BRIGHT, 6.8, -2, 5), ring(INK, 6.8, -2, 5, 1.8))
    + line(INK, "M-1.5-2H1.5", 1.8),
    "shades": both(fill(INK, "M1-5.5H14L12.5 1Q7 4 2.5-1Z")) + line(INK, "M-3-5H3", 2),
    "mask": fill(INK, "M-15-8Q0-5 15-8L13 3Q6 4 0 0Q-6 4-13 3Z")
    + both(fill(BRIGHT, "M4-3.5Q8-6 11-3.5Q8-1 4-3.5Z")),
    "monocle": dot(BRIGHT, -6.5, -2, 5)
    + ring(INK, -6.5, -2, 5, 1.8)
    + line(INK, "M-9 3L-12 16", 1.2)
    + line(INK, "M4-2H9.5", 2.4),
    "patch": fill(INK, "M-12-6H-2L-3 1Q-7 4-11 1Z")
    + line(INK, "M-14-9L14-12", 1.6)
    + dot(INK, 6.5, -2, 1.9),
    "goggles": line(INK, "M-15-4H15", 4)
    + both(dot(BRIGHT, 6.5, -3, 5.6), ring(INK, 6.5, -3, 5.6, 2.2)),
}

MOUTHS = {
    "smile": line(INK, "M-4 11Q0 13.5 4 11", 1.8),
    "straight": line(INK, "M-4 11.5H4", 1.8),
    "lips": fill(INK, "M-4.5 11Q-2 9 0 10Q2 9 4.5 11Q0 14.5-4.5 11Z"),
    "beard": fill(INK, "M-14 3Q-12 20 0 23Q12 20 14 3L9 8Q0 4-9 8Z")
    + line(BRIGHT, "M-4 11H4", 1.8),
    "white beard": fill(BRIGHT, "M-14 3Q-13 22 0 30Q13 22 14 3L9 8Q0 4-9 8Z")
    + line(INK, "M-3 11.5H3", 1.6),
    "moustache": fill(INK, "M-9 10Q-4 5 0 8Q4 5 9 10Q4 12 0 10Q-4 12-9 10Z"),
    "goatee": line(INK, "M-4 11H4", 1.8) + fill(INK, "M-4 14H4L0 24Z"),
    "scarf": fill(CLOTH, "M-15 5Q0 9 15 5L14 20Q0 30-14 20Z")
    + line(BRIGHT, "M-14 8Q0 12 14 8", 1.8),
}

COLLARS = {
    "lapels": fill(FACE, "M-13 27L0 48-20 50Z") + fill(SHADE, "M13 27L0 48 20 50Z"),
    "ruff": fill(BRIGHT, "M-16 33Q0 22 16 33L13 39Q0 30-13 39Z"),
    "chain": line(BRIGHT, "M-12 29L0 40 12 29", 2.6) + dot(BRIGHT, 0, 43, 2.4),
    "tie": fill(FACE, "M-22 26L-10 30-16 44ZM22 26L10 30 16 44Z") + line(BRIGHT, "M0 38V50"),
    "badges": both(line(BRIGHT, "M18 36H30M18 40H28")),
    "roll neck": fill(FACE, "M-14 29H14V36H-14Z") + line(INK, "M-14 36H14"),
    "epaulettes": both(fill(BRIGHT, "M24 33L39 37 40 42 25 37Z")) + line(BRIGHT, "M0 36V50", 1.8),
    "high": both(fill(INK, "M6 31L13 18 24 32 12 40Z")),
    "fur": "".join(dot(BRIGHT, 6 * n, 31 + abs(n), 4.6) for n in range(-3, 4)),
    "bow": both(fill(BRIGHT, "M0 35L9 30V40Z")) + dot(INK, 0, 35, 1.8),
    "coat": fill(BRIGHT, "M-13 28L-4 50H-30Q-32 36-13 28Z")
    + fill(BRIGHT, "M13 28L4 50H30Q32 36 13 28Z"),
}

LONG = fill(INK, "M-19-8C-24 10-24 22-20 34H20C24 22 24 10 19-8Z")
CAP_OF_HAIR = "M-15-5C-18-21-9-25 0-25S18-21 15-5C12-13 6-15 0-15S-12-13-15-5Z"
CROWN = fill(INK, "M-15-11Q0-20 15-11L15-16Q0-24-15-16Z")

# What is behind the face, and what is upon it.
HEADS = {
    "crown": (
        "",
        CROWN
        + fill(BRIGHT, "M-15-16L-18-33-8-24 0-37 8-24 18-33 15-16Q0-23-15-16Z")
        + dot(FACE, 0, -25, 2.2),
    ),
    "crown and long hair": (
        LONG,
        fill(INK, "M-16-4C-17-20-8-24 0-24S17-20 16-4C13-12 7-15 0-18C-7-15-13-12-16-4Z")
        + fill(BRIGHT, "M-14-20L-17-36-7-28 0-40 7-28 17-36 14-20Q0-27-14-20Z")
        + dot(INK, 0, -28, 2),
    ),
    "tiara": (
        LONG,
        fill(INK, "M-16-3C-18-22-8-27 0-27S18-22 16-3C14-13 9-17 0-17S-14-13-16-3Z")
        + line(BRIGHT, "M-15-16Q0-24 15-16", 2.6)
        + fill(BRIGHT, "M0-34L4-24 0-19-4-24Z"),
    ),
    "coronet": (
        "",
        fill(BRIGHT, "M-16-14L-18-26-12-21-9-29-3-22 0-31 3-22 9-29 12-21 18-26 16-14Q0-21-16-14Z"),
    ),
    "bald": ("", line(FACE, "M4-15Q9-13 11-8", 1.8)),
    "wide hat": (
        LONG,
        fill(INK, "M-32-14Q0-4 32-14Q20-20 13-20Q11-32 0-32T-13-20Q-20-20-32-14Z")
        + line(BRIGHT, "M-13-19Q0-14 13-19", 3),
    ),
    "feathered hat": (
        LONG,
        fill(INK, "M-24-10Q0-22 25-14Q22-19 15-21Q12-31-1-31T-16-17Q-22-15-24-10Z")
        + fill(BRIGHT, "M8-24Q18-44 34-38Q28-26 10-21Z"),
    ),
    "peaked cap": (
        "",
        fill(INK, "M-20-20Q0-37 20-20L16-13H-16Z")
        + fill(BRIGHT, "M-16-13H16Q17-9 12-9.5Q0-14-12-9.5Q-17-9-16-13Z")
        + star(0, -21, 5),
    ),
    "bicorne": (
        "",
        fill(INK, "M-30-12Q-16-37 0-37T30-12Q15-20 0-20T-30-12Z")
        + line(BRIGHT, "M-28-13Q-14-22 0-22T28-13")
        + dot(BRIGHT, 0, -29, 3.4),
    ),
    "helmet": (
        fill(BRIGHT, "M-3-28Q6-44 22-36Q12-34 8-26Z"),
        fill(SHADE, "M-17 2C-20-22-10-28 0-28S20-22 17 2L14 6V-8Q0-13-14-8V6Z")
        + line(BRIGHT, "M0-28V-11M-14-8Q0-13 14-8"),
    ),
    "mohawk": (
        "",
        fill(BRIGHT, "M-5-14L-9-35 -2-30 0-41 4-30 9-36 5-14Z")
        + both(line(INK, "M8-14Q13-11 14-5", 1.6)),
    ),
    "top hat": (
        "",
        fill(INK, "M-22-14Q0-8 22-14L20-18H13L11-38H-11L-13-18H-20Z")
        + line(BRIGHT, "M-12.5-20H12.5", 3),
    ),
    "bowler": (
        "",
        fill(INK, "M-20-13Q0-7 20-13L16-16Q16-32 0-32T-16-16Z")
        + line(BRIGHT, "M-15-18Q0-14 15-18", 2.6),
    ),
    "fedora": (
        "",
        fill(INK, "M-25-11Q0-17 25-11L16-18Q14-31 5-30Q0-27-5-30Q-14-31-16-18Z")
        + line(BRIGHT, "M-15-18Q0-22 15-18", 3),
    ),
    "wild hair": (
        "",
        both(dot(BRIGHT, 16, -12, 8.5), dot(BRIGHT, 10, -21, 7.5), dot(BRIGHT, 18, -2, 5.5))
        + dot(BRIGHT, 0, -23, 7),
    ),
    "head mirror": (
        "",
        fill(INK, CAP_OF_HAIR)
        + line(SHADE, "M-15-12Q0-18 15-12", 2.2)
        + dot(BRIGHT, 0, -18, 6)
        + dot(INK, 0, -18, 1.6),
    ),
    "hood": (
        fill(CLOTH, "M-22 30C-28-10-18-34 0-36C18-34 28-10 22 30Z"),
        fill(INK, "M-16 12C-20-16-12-25 0-26S20-16 16 12L13-4Q10-16 0-17T-13-4Z"),
    ),
    "fur hood": (
        fill(CLOTH, "M-20 30C-26-8-16-30 0-32C16-30 26-8 20 30Z"),
        "".join(
            dot(BRIGHT, 20 * sin(n * pi / 7.2), 1 - 24 * cos(n * pi / 7.2), 4.8)
            for n in range(-5, 6)
        ),
    ),
    "headscarf": (
        fill(CLOTH, "M-21 34C-26-8-18-30 0-31C18-30 26-8 21 34Z"),
        fill(BRIGHT, "M-17-6C-20-24-9-30 0-30S20-24 17-6C9-14-9-14-17-6Z")
        + line(CLOTH, "M-16-10Q0-20 16-10", 1.6),
    ),
    "veil": (
        fill(BRIGHT, "M-20 36C-25-10-16-30 0-30S25-10 20 36Z"),
        fill(INK, "M-15 2C-18-18-10-22 0-22S18-18 15 2Q13-12 0-13T-15 2Z"),
    ),
    "topknot": ("", dot(INK, 0, -29, 6.5) + line(BRIGHT, "M-4-24H4", 2.6) + fill(INK, CAP_OF_HAIR)),
    "bun": ("", dot(BRIGHT, 0, -29, 8) + fill(BRIGHT, CAP_OF_HAIR)),
    "buns": (
        "",
        both(fill(INK, "M0-24C12-25 18-17 16-1L12-12C8-14 4-15 0-15Z"), dot(INK, 17, -16, 7)),
    ),
    "flower": (
        LONG,
        fill(INK, "M-17 0C-20-22-9-28 0-28S20-22 17 0C15-10 9-16 3-18C-3-14-12-12-17 0Z")
        + "".join(
            dot(BRIGHT, 13 + 4.6 * sin(n * pi / 2.5), -18 + 4.6 * cos(n * pi / 2.5), 3.4)
            for n in range(5)
        )
        + dot(INK, 13, -18, 2.4),
    ),
    "headband": (
        LONG,
        fill(INK, "M-17 2C-19-22-9-27 0-27S19-22 17 2C15-8 12-12 8-16H-8C-12-12-15-8-17 2Z")
        + line(BRIGHT, "M-15-14Q0-19 15-14", 3.6)
        + star(0, -17, 5),
    ),
    "waves": (
        fill(
            BRIGHT,
            "M-18-10C-27 2-18 10-24 20C-26 30-18 34-12 32H12C18 34 26 30 24 20C18 10 27 2 18-10Z",
        ),
        fill(BRIGHT, "M-17 2C-21-20-10-28 0-27S21-20 17 2C14-8 10-14 5-18C-2-13-12-12-17 2Z"),
    ),
    "bob": (
        "",
        fill(
            INK,
            "M-19 10C-23-20-13-28 0-28C13-28 23-20 19 10L13 12C15-2 14-10 8-16"
            "C0-12-9-13-12-9C-15-2-15 4-13 12Z",
        ),
    ),
    "quiff": (
        "",
        fill(
            BRIGHT,
            "M-15-6C-19-18-14-24-6-25C-2-34 14-34 18-26C14-26 15-20 15-6"
            "C12-14 8-17 2-17S-12-14-15-6Z",
        ),
    ),
    "two tones": (
        "",
        fill(INK, "M0-15C-6-15-12-13-15-5C-18-21-9-26 0-26Z")
        + fill(BRIGHT, "M0-15C6-15 12-13 15-5C18-21 9-26 0-26Z")
        + fill(BRIGHT, "M0-26Q10-36 15-25Z"),
    ),
    "bandana": (
        "",
        fill(BRIGHT, "M-16-9C-17-22-9-27 0-27S17-22 16-9Q0-17-16-9Z")
        + fill(BRIGHT, "M14-12L27-8 21-2Z")
        + line(INK, "M-15-11Q0-19 15-11", 1.6),
    ),
    "cap": (
        "",
        fill(CLOTH, "M-16-12C-16-25-8-29 0-29S16-25 16-12Z")
        + fill(INK, "M-17-13H16L28-8Q14-10-17-9Z")
        + dot(BRIGHT, 0, -30, 2.6),
    ),
    "beret": (
        "",
        fill(INK, "M-16-10Q-6-14 3-17L14-8Q13-14 8-17Z")
        + fill(BRIGHT, "M-20-15C-20-28 6-36 19-25C24-20 18-14 12-15Q-4-16-14-11Q-20-11-20-15Z")
        + line(BRIGHT, "M0-30L2-35"),
    ),
    "work cap": (
        "",
        fill(INK, "M-16-10C-17-24-9-28 0-28S17-24 16-10Z") + fill(BRIGHT, "M-18-12H18L15-7H-15Z"),
    ),
}


@dataclass(frozen=True, slots=True)
class Look:
    """What distinguishes a human: keys of the tables above."""

    head: str
    eyes: str
    mouth: str
    collar: str


LOOKS = {
    "admiral-jack": Look("bicorne", "open", "white beard", "epaulettes"),
    "agent-ezra": Look("fedora", "shades", "straight", "tie"),
    "baron-goro": Look("coronet", "monocle", "beard", "ruff"),
    "captain-andreev": Look("peaked cap", "calm", "beard", "epaulettes"),
    "celestin-petit": Look("beret", "smiling", "moustache", "bow"),
    "charlize-gun": Look("bob", "patch", "straight", "high"),
    "dandy-muller": Look("top hat", "monocle", "moustache", "bow"),
    "doc-wissen": Look("head mirror", "glasses", "goatee", "coat"),
    "don-dune": Look("headscarf", "almond", "scarf", "roll neck"),
    "donald-smooth": Look("quiff", "shades", "smile", "lapels"),
    "double-joe": Look("two tones", "monocle", "smile", "lapels"),
    "guy-gambler": Look("bowler", "calm", "moustache", "tie"),
    "handy-luke": Look("work cap", "goggles", "beard", "badges"),
    "helena-kerr": Look("waves", "almond", "lips", "chain"),
    "hiroshi-sun": Look("topknot", "calm", "straight", "lapels"),
    "ice-june": Look("fur hood", "visor", "smile", "fur"),
    "ilda-flores": Look("flower", "smiling", "lips", "chain"),
    "jack-curry": Look("bandana", "patch", "goatee", "chain"),
    "king-harold": Look("crown", "open", "beard", "fur"),
    "lady-moore": Look("wide hat", "almond", "lips", "chain"),
    "lisa-charity": Look("veil", "smiling", "smile", "roll neck"),
    "little-bob": Look("cap", "open", "smile", "badges"),
    "lord-creep": Look("bald", "almond", "straight", "high"),
    "lula-smart": Look("bun", "glasses", "lips", "roll neck"),
    "master-din": Look("hood", "calm", "white beard", "chain"),
    "milady-jones": Look("feathered hat", "calm", "lips", "ruff"),
    "princess-uxmal": Look("tiara", "almond", "smile", "chain"),
    "professor-zed": Look("wild hair", "glasses", "moustache", "coat"),
    "punk-mari": Look("mohawk", "visor", "lips", "high"),
    "queen-suzanne": Look("crown and long hair", "calm", "lips", "fur"),
    "secret-kali": Look("buns", "mask", "lips", "high"),
    "sir-sam": Look("helmet", "open", "moustache", "badges"),
    "sneaky-jules": Look("hood", "mask", "straight", "high"),
    "stessy-power": Look("headband", "open", "straight", "badges"),
}


def human(name: str, slug: str) -> str:
    """Return the bust of a human."""
    look = LOOKS[slug]
    behind, above = HEADS[look.head]
    return "".join(
        (
            behind,
            fill(CLOTH, choose(name, "shoulders", SHOULDERS)),
            NECK,
            COLLARS[look.collar],
            halves(choose(name, "face", FACES)),
            EYES[look.eyes],
            NOSE,
            MOUTHS[look.mouth],
            above,
        )
    )
