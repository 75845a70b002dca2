"""What happens in one process is told at the others, and happens once."""

from tests.grown.conftest import NewPlayer
from tests.grown.people import Table, collide
from tools.grown.services import Grown, until


def test_a_bots_move_is_told_at_both_web_processes(grown: Grown, new_player: NewPlayer) -> None:
    ada = new_player(0)
    table = Table(grown, ada, None)
    with ada.socket(table.pk) as here, ada.at(grown.web[1]).socket(table.pk) as there:
        for _turn in range(3):
            with grown.bots.asleep():
                seq = table.until_bot()
            table.until_person(seq)
            version = table.version
            assert here.hears(version) >= version
            assert there.hears(version) >= version
    assert 1 in [seat for _seq, seat in table.moves()]


def test_a_move_is_told_to_the_other_player_at_the_other_process(
    grown: Grown, new_player: NewPlayer
) -> None:
    ada, bob = new_player(0), new_player(1)
    table = Table(grown, ada, bob)
    with ada.socket(table.pk) as hers, bob.socket(table.pk) as his:
        for _answer in range(6):
            number = table.asked()[0]
            other, ear = ((bob, his), (ada, hers))[number]
            before = other.get(table.path).version
            shown = table.plays(number).version
            assert shown > before
            assert ear.hears(shown) == shown
            assert other.get(f"{table.path}?version={before}").version == shown
            assert other.get(f"{table.path}?version={shown}").status == 204


def test_the_same_confirm_at_both_processes_at_once_plays_once(
    grown: Grown, new_player: NewPlayer
) -> None:
    table = Table(grown, new_player(0), new_player(1))
    person, seq = table.drafts(0)
    path = f"{table.path}confirm/"
    answers = collide(
        table,
        lambda: person.at(grown.web[0]).post(path, seq=seq),
        lambda: person.at(grown.web[1]).post(path, seq=seq),
    )
    assert [answer.status for answer in answers] == [200, 200]
    assert table.moves() == [(1, 0)]
    assert {answer.version for answer in answers} == {table.version}
    grown.manage("check_games", str(table.pk))


def test_two_mulligans_at_once_both_count(grown: Grown, new_player: NewPlayer) -> None:
    """Each was drafted before the other was played; neither waits for the other."""
    table = Table(grown, new_player(0), new_player(1))
    (ada, seq), (bob, same) = table.drafts(0), table.drafts(1)
    assert seq == same
    path = f"{table.path}confirm/"
    answers = collide(table, lambda: ada.post(path, seq=seq), lambda: bob.post(path, seq=seq))
    assert [answer.status for answer in answers] == [200, 200]
    moves = table.moves()
    assert [number for number, _seat in moves] == [1, 2]
    assert {seat for _number, seat in moves} == {0, 1}
    table.plays(table.asked()[0])
    grown.manage("check_games", str(table.pk))


def test_bots_that_hang_hold_up_no_player(grown: Grown, new_player: NewPlayer) -> None:
    with_bot = Table(grown, new_player(0), None)
    late = Table(grown, new_player(0), new_player(1))
    table = Table(grown, new_player(0), new_player(1))
    late.plays(0)
    late.plays(1)  # both have begun
    with grown.bots.asleep():
        waiting = with_bot.until_bot()
        his_seat = table.seats[1]
        assert his_seat is not None
        with his_seat.socket(table.pk) as his:
            assert his.hears(table.plays(0).version) == table.version
        late.runs_out_of_time(late.asked()[0])
        until(lambda: late.column("status") == "finished")
        assert with_bot.seq == waiting
    with_bot.until_person(waiting)
