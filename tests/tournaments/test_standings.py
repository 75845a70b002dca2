"""Standings and tie-breaks, counted by hand; the bracket of a knock-out."""

import pytest

from games.tournaments import knockout
from games.tournaments.formatting import points
from games.tournaments.pairing_results import PairingResult
from games.tournaments.standings import standings


def test_points_buchholz_and_sonneborn_berger() -> None:
    history = [
        PairingResult(1, 1, 2, 1, 0),
        PairingResult(1, 3, 4, 0.5, 0.5),
        PairingResult(2, 1, 3, 0, 1),
        PairingResult(2, 2, 4, 1, 0),
    ]
    # 3: 1½ points against 4 (½) and 1 (1); 1: 1 point against 2 (1) and 3 (1½); …
    found = [
        (each.number, each.points, each.buchholz, each.sonneborn_berger)
        for each in standings([1, 2, 3, 4], history)
    ]
    assert found == [(3, 1.5, 1.5, 1.25), (1, 1, 2.5, 1), (2, 1, 1.5, 0.5), (4, 0.5, 2.5, 0.75)]


def test_the_rating_at_the_start_decides_at_last() -> None:
    history = [
        PairingResult(1, 1, 2, 0, 1),
        PairingResult(1, 3, 4, 0, 1),
        PairingResult(2, 1, 3, 1, 0),
        PairingResult(2, 2, 4, 0, 1),
        PairingResult(3, 4, 1, 0, 1),
        PairingResult(3, 2, 3, 1, 0),
    ]
    found = standings([1, 2, 3, 4], history)
    assert {each.points for each in found[:3]} == {2}
    assert {(each.buchholz, each.sonneborn_berger) for each in found[:3]} == {(4, 2)}
    assert {each.direct for each in found[:3]} == {1}  # each beat one of the other two
    assert [each.number for each in found] == [1, 2, 4, 3]  # so the number decides


def test_a_player_who_won_the_game_between_the_two_is_before_the_other() -> None:
    history = [
        PairingResult(1, 1, 2, 0, 1),
        PairingResult(1, 3, None, 1, 0),
        PairingResult(1, 4, None, 1, 0),
        PairingResult(1, 6, None, 1, 0),
        PairingResult(2, 1, 3, 1, 0),
        PairingResult(2, 2, 5, 1, 0),
        PairingResult(3, 1, 4, 1, 0),
        PairingResult(3, 2, 6, 0, 1),
    ]
    found = standings(range(1, 7), history)
    numbers = [(each.points, each.buchholz, each.sonneborn_berger) for each in found[1:3]]
    assert numbers == [(2, 4, 2), (2, 4, 2)]
    assert [each.number for each in found[:3]] == [6, 2, 1]


def test_a_bye_is_a_win_against_a_player_like_oneself() -> None:
    found = standings(
        [1, 2, 3], [PairingResult(1, 1, 2, 0.5, 0.5), PairingResult(1, 3, None, 1, 0)]
    )
    assert found[0].number == 3
    assert (found[0].points, found[0].buchholz, found[0].sonneborn_berger) == (1, 1, 1)


def test_both_lose_who_both_let_their_time_pass() -> None:
    found = standings([1, 2], [PairingResult(1, 1, 2, 0, 0)])
    assert [each.points for each in found] == [0, 0]


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½"), (3.25, "3¼"), (0.75, "¾")]
)
def test_points_as_players_write_them(number: float, words: str) -> None:
    assert points(number) == words


# --- knock-out ---


def test_the_best_two_can_only_meet_in_the_final() -> None:
    assert knockout.seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for players in range(4, 129):
        places = knockout.seeding(players)
        assert len(places) == 2 ** knockout.rounds_of(players)
        assert sorted(number for number in places if number) == list(range(1, players + 1))
        while len(places) > 1:  # the better number always wins
            places = [first for first, _other in knockout.tables(places)]
        assert places == [1]


def test_the_best_have_byes() -> None:
    byes = [one for one, other in knockout.tables(knockout.seeding(11)) if other is None]
    assert sorted(number or 0 for number in byes) == [1, 2, 3, 4, 5]


def test_who_goes_on() -> None:
    assert knockout.advancing(PairingResult(1, 5, 4, 1, 0)) == 5
    assert knockout.advancing(PairingResult(1, 5, 4, 0, 1)) == 4
    assert knockout.advancing(PairingResult(1, 5, 4, 0.5, 0.5)) == 4
    assert knockout.advancing(PairingResult(1, 5, 4, 0, 0)) is None
    assert knockout.advancing(PairingResult(1, 5, None, 1, 0)) == 5


def test_places_of_a_knockout() -> None:
    assert knockout.places_of({2: 2, 3: 1, 4: 1, 1: 2}, 1, 2) == {1: 1, 2: 2, 3: 3, 4: 3}
    assert knockout.places_of({2: 2, 1: 2}, None, 2) == {1: 2, 2: 2}
