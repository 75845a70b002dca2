"""How far two pictures of the same page differ, seen from afar."""

from io import BytesIO

import numpy as np
from PIL import Image

BLOCK = 16
"""Pixels of a block's side: engines draw the same letters a pixel wider or narrower."""
NEAR = 16
"""Levels (of 255) by which the mean colours of a block may differ."""
PART = 32
"""Side of the square to which parts of pictures are brought before they are compared."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


def difference(one: bytes, other: bytes) -> float:
    """Return which part of the blocks of two PNGs of one size has another colour, 0 to 1."""
    pictures = [_picture(png) for png in (one, other)]
    assert pictures[0].size == pictures[1].size
    width, height = (length // BLOCK for length in pictures[0].size)
    blurred = [_blurred(picture, width, height) for picture in pictures]
    return float((np.abs(blurred[0] - blurred[1]).max(axis=2) > NEAR).mean())


def unlike(one: bytes, its_box: Box, other: bytes, other_box: Box) -> float:
    """Return the mean distance of a part of a PNG and a part of another, 0 to 1."""
    parts = [
        _blurred(_picture(png).crop(_pixels(box)), PART, PART)
        for png, box in ((one, its_box), (other, other_box))
    ]
    return float(np.abs(parts[0] - parts[1]).mean()) / 255


def _picture(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def _pixels(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = map(round, box)
    return left, top, right, bottom


def _blurred(picture: Image.Image, width: int, height: int) -> np.ndarray:
    return np.asarray(picture.resize((width, height), Image.Resampling.BOX), dtype=float)
