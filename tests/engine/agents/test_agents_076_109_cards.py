"""The agents 76 to 90 and the Secret Agents: effects that move cards.

What is expected comes from the printed text and the rules, never from the engine. `changes()` is
complete: what a test does not name has stayed as it was.
"""

import pytest

from tests.engine.agents.moves import FILLER, GIVE, SIX, Turn, each, may

# --- pachacuti: exile the last cards of the Venus column ---


@pytest.mark.parametrize(
    ("count", "below", "steps"),
    [(2, 1, 1), (2, 6, 1), (4, 3, 2), (4, 6, 2), (7, 6, 3)],
)
def test_pachacuti_exiles_venus_cards_for_influence_on_venus(
    count: int, below: int, steps: int
) -> None:
    column = SIX["venus"][:below]
    turn = Turn("pachacuti", columns=({"venus": column}, {}), discs={"venus": -3})
    offered = [number for number in (2, 4, 7) if number <= below + 1]
    turn.answer(f"exile {count}", of=may("exile", " ".join(map(str, offered))))
    left = below + 1 - count
    assert turn.changes() == {
        "discs": {"venus": -3 + 1 + steps},
        "credits": (20 - max(0, 3 - below), 20),
        "columns": ({"venus": column[:left]}, {}),
        "discard": ["pachacuti", *column[left:][::-1]],
    }


def test_pachacuti_declines() -> None:
    turn = Turn("pachacuti", columns=({"venus": SIX["venus"][:2]}, {}))
    turn.answer("decline", of=may("exile", "2"))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (19, 20)}


def test_pachacuti_is_alone_in_its_column() -> None:
    turn = Turn("pachacuti", columns=({}, {"venus": SIX["venus"]}))
    assert turn.changes() == {"discs": {"venus": 1}, "credits": (17, 20)}


def test_pachacuti_asks_nothing_once_the_disc_of_venus_is_won() -> None:
    turn = Turn("pachacuti", columns=({"venus": SIX["venus"]}, {}), discs={"venus": 3})
    assert turn.changes() == {
        "discs": {"venus": 0},
        "won": (["venus"], []),
        "credits": (20, 20),
    }


# --- chaka: exile two cards for ten credits ---


def test_chaka_exiles_two_cards_for_credits() -> None:
    columns = {"mercury": ["atlas"], "venus": ["luc4s"], "mars": ["septimus", "caesar"]}
    turn = Turn("chaka", columns=(columns, {"terra": ["zenon"]}))
    turn.answer("exile mars", of=may("exile", "venus mars"))
    turn.answer("exile mars", of=each("exile", "venus mars"))
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (30, 20),
        "columns": ({"mars": []}, {}),
        "discard": ["caesar", "septimus"],
    }


def test_chaka_asks_once_when_one_column_is_left() -> None:
    turn = Turn("chaka", columns=({"venus": ["luc4s"], "mars": ["septimus"]}, {}))
    turn.answer("exile mars", of=may("exile", "venus mars"))
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (29, 20),
        "columns": ({"venus": [], "mars": []}, {}),
        "discard": ["septimus", "luc4s"],
    }


def test_chaka_may_take_both_from_the_only_column() -> None:
    turn = Turn("chaka", columns=({"mars": ["septimus", "caesar", "bish0p"]}, {}))
    turn.answer("exile mars", of=may("exile", "mars"))
    assert turn.changes() == {
        "discs": {"mercury": 1},
        "credits": (29, 20),
        "columns": ({"mars": ["septimus"]}, {}),
        "discard": ["bish0p", "caesar"],
    }


def test_chaka_declines() -> None:
    turn = Turn("chaka", columns=({"venus": ["luc4s"], "mars": ["septimus"]}, {}))
    turn.answer("decline", of=may("exile", "venus mars"))
    assert turn.changes() == {"discs": {"mercury": 1}, "credits": (19, 20)}


@pytest.mark.parametrize("columns", [{}, {"mars": ["caesar"]}], ids=["no card", "one card"])
def test_chaka_needs_two_cards_that_are_not_of_mercury(columns: dict[str, list[str]]) -> None:
    mine = {"mercury": ["atlas", "wul"], **columns}
    turn = Turn("chaka", columns=(mine, {"venus": ["luc4s", "felis"]}))
    assert turn.changes() == {"discs": {"mercury": 1}, "credits": (20, 20)}


# --- gibs0n: two transfers, and two more for the badge ---


def test_gibs0n_transfers_four_cards_for_the_badge() -> None:
    theirs = {"venus": ["luc4s", "felis"], "mars": ["v4nc3", "caesar", "bish0p"]}
    turn = Turn("gibs0n", columns=({}, theirs), badge=(0, "gold"))
    turn.answer("transfer venus", of=each("transfer", "venus mars"))
    turn.answer("transfer mars", of=each("transfer", "venus mars"))
    turn.answer("give", of=GIVE)
    turn.answer("transfer venus", of=each("transfer", "venus mars"))
    # Mars is left: not asked, and one card of it stays
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (16, 20),
        "columns": (
            {"venus": ["felis", "luc4s"], "mars": ["bish0p", "caesar"]},
            {"venus": [], "mars": ["v4nc3"]},
        ),
        "badge": (1, "silver"),
    }


def test_gibs0n_keeps_the_badge() -> None:
    theirs = {"venus": ["luc4s", "felis"], "mars": ["caesar", "bish0p"]}
    turn = Turn("gibs0n", columns=({}, theirs), badge=(0, "silver"))
    turn.answer("transfer mars", of=each("transfer", "venus mars"))
    turn.answer("transfer mars", of=each("transfer", "venus mars"))
    turn.answer("decline", of=GIVE)
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (16, 20),
        "columns": ({"mars": ["bish0p", "caesar"]}, {"mars": []}),
    }


def test_gibs0n_gives_the_badge_for_the_last_card() -> None:
    turn = Turn(
        "gibs0n", columns=({}, {"venus": ["luc4s", "cresus", "felis"]}), badge=(0, "silver")
    )
    turn.answer("give", of=GIVE)
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (16, 20),
        "columns": ({"venus": ["felis", "cresus", "luc4s"]}, {"venus": []}),
        "badge": (1, "silver"),
    }


@pytest.mark.parametrize("column", [["luc4s", "felis"], ["felis"]], ids=["two", "one"])
def test_gibs0n_is_not_asked_for_the_badge_when_no_card_is_left(column: list[str]) -> None:
    turn = Turn("gibs0n", columns=({}, {"venus": column}), badge=(0, "silver"))
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (16, 20),
        "columns": ({"venus": column[::-1]}, {"venus": []}),
    }


def test_gibs0n_finds_no_card() -> None:
    turn = Turn("gibs0n", badge=(0, "silver"))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (16, 20)}


def test_gibs0n_has_no_badge_to_give() -> None:
    turn = Turn(
        "gibs0n", columns=({}, {"venus": ["luc4s", "cresus", "felis"]}), badge=(1, "silver")
    )
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (16, 20),
        "columns": ({"venus": ["felis", "cresus"]}, {"venus": ["luc4s"]}),
    }


# --- captain-andreev: transfer a card for its cost ---


def test_captain_andreev_transfers_a_card_for_its_printed_cost() -> None:
    theirs = {"venus": ["luc4s", "buj0ld"], "mars": ["caesar"]}
    turn = Turn("captain-andreev", columns=({"venus": ["cresus"]}, theirs))
    turn.answer("transfer venus", of=may("transfer", "venus mars"))
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (23, 20),  # - 4 + 7
        "columns": ({"venus": ["cresus", "buj0ld"]}, {"venus": ["luc4s"]}),
    }


def test_captain_andreev_is_asked_about_a_single_card() -> None:
    turn = Turn("captain-andreev", columns=({}, {"jupiter": ["th0mps0n"]}))
    turn.answer("transfer jupiter", of=may("transfer", "jupiter"))
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (24, 20),
        "columns": ({"jupiter": ["captain-andreev", "th0mps0n"]}, {"jupiter": []}),
    }


def test_captain_andreev_declines() -> None:
    turn = Turn("captain-andreev", columns=({}, {"jupiter": ["th0mps0n"]}))
    turn.answer("decline", of=may("transfer", "jupiter"))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (16, 20)}


def test_captain_andreev_finds_no_card() -> None:
    turn = Turn("captain-andreev", columns=({"venus": ["cresus"]}, {}))
    assert turn.changes() == {"discs": {"jupiter": 1}, "credits": (16, 20)}


# --- demetrios: discard the whole hand ---


@pytest.mark.parametrize(
    ("badge", "drawn"),
    [(None, 4), ((0, "silver"), 5), ((0, "gold"), 6), ((1, "gold"), 4)],
    ids=["no badge", "silver", "gold", "the opponent's"],
)
def test_demetrios_discards_its_hand_and_draws_a_new_one(
    badge: tuple[int, str] | None, drawn: int
) -> None:
    deck = ["atlas", "wul", "zenon", "ivan", "annie", "luc4s", "felis"]
    turn = Turn("demetrios", badge=badge, deck=deck)
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (25, 20),
        "hands": {0: deck[:drawn]},
        "drawn": drawn,
        "discard": list(FILLER),
    }


def test_demetrios_gains_credits_also_without_a_hand() -> None:
    turn = Turn("demetrios", hand=[], deck=["atlas", "wul", "zenon", "ivan"])
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (25, 20),
        "hands": {0: ["atlas", "wul", "zenon", "ivan"]},
        "drawn": 4,
    }


def test_demetrios_discards_the_hand_of_its_own_seat_only() -> None:
    deck = ["atlas", "wul", "zenon", "ivan"]
    turn = Turn("demetrios", players=4, seat=2, deck=deck)
    assert turn.changes() == {
        "discs": {"jupiter": 1},
        "credits": (25, 20),
        "hands": {2: deck},
        "drawn": 4,
        "discard": list(FILLER),
    }
