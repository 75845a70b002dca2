"""Registries of what apps bring."""

import pytest

from common.registry import Registry


def test_items_are_found_by_their_keys_in_the_order_of_registration() -> None:
    pieces = Registry[str]("pieces")
    pieces.add("r", "rook")
    pieces.add("b", "bishop")
    assert [*pieces.values()] == ["rook", "bishop"]
    assert pieces.get("q") is None


def test_a_key_is_one_item_s_and_the_same_item_again_is_no_other_one() -> None:
    pieces = Registry[list[str]]("pieces")
    rook = ["rook"]
    pieces.add("r", rook)
    pieces.add("r", rook)
    with pytest.raises(ValueError, match="Two pieces have the key 'r'"):
        pieces.add("r", ["rook"])
    assert pieces["r"] is rook
