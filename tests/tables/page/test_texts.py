"""Sentences on pages: what a line break may not part."""

import pytest

from games.tables.page.text import with_whole_numbers


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("You won with 3 discs of one planet.", "You won with 3~discs of one planet."),
        ("Das kostet 2 Zenithium. Du hast 0.", "Das kostet 2~Zenithium. Du hast~0."),
        ("Technologie Robot, niveau 2", "Technologie Robot, niveau~2"),
        ("player01 hat aufgegeben.", "player01 hat aufgegeben."),
        ("No number at all.", "No number at all."),
    ],
)
def test_numbers_stay_with_their_nouns(sentence: str, whole: str) -> None:
    assert with_whole_numbers(sentence).replace("\u00a0", "~") == whole
