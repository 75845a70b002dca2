"""The form of a new table: the seats of the other players."""

from games.lobby.forms import NewTableForm


def test_the_own_seat_gives_the_others_their_numbers_and_teams() -> None:
    """Seats 1 and 3 form a team; the others take the free seats in order."""
    for own in range(4):
        others = [seat for seat in range(4) if seat != own]
        for other, seat in zip(NewTableForm().other_seats(), others, strict=True):
            numbers = {True: other.before, False: other.after}
            teams = {True: other.mate, False: other.rival}
            for holds, said in [(seat < own, numbers), (seat % 2 == own % 2, teams)]:
                assert str(own) in said[holds].split()
                assert str(own) not in said[not holds].split()
