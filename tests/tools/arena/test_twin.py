"""Twins: what they are shown of a game, and that other bots are shown no more than their seat."""

import pytest

from engine import Chance, Options
from engine.bots.worlds import another_world
from engine.chance import Stream
from engine.views import imagine
from tests.engine.bots.test_bots import OPTIONS, decisions, offered, small
from tools.arena.__main__ import main
from tools.arena.matches import FAIR
from tools.arena.twin import SIGHTS, all_open, hands_open


@pytest.mark.parametrize("kind", OPTIONS)
def test_a_twin_that_sees_all_imagines_the_real_table(kind: str) -> None:
    for game, seat in decisions(OPTIONS[kind], "twin")[::9]:
        real = game.table()
        table = imagine(all_open(game, seat), Chance("any"))
        assert table.hands == real.hands
        assert table.deck[table.drawn :] == real.deck[real.drawn :]
        assert table.supply == real.supply
        world = another_world(table, range(real.players), Stream("a", "world"), deck_is_known=True)
        assert (world.hands, world.deck, world.supply) == (table.hands, table.deck, table.supply)


@pytest.mark.parametrize("kind", OPTIONS)
def test_a_twin_that_sees_hands_imagines_the_deck(kind: str) -> None:
    differs = 0
    for game, seat in decisions(OPTIONS[kind], "twin")[::9]:
        real = game.table()
        table = imagine(hands_open(game, seat), Chance("any"))
        assert table.hands == real.hands
        world = another_world(table, range(real.players), Stream("a", "world"))
        assert world.hands == real.hands
        left = table.deck[table.drawn :]
        assert sorted(left) == sorted(world.deck) == sorted(real.deck[real.drawn :])
        differs += left != real.deck[real.drawn :]
    assert differs > 5


def test_bots_are_shown_what_their_seat_sees() -> None:
    for game, seat in decisions(Options(), "twin")[::30]:
        for sight in FAIR:
            assert sight(game, seat) == game.view(seat)
        assert all_open(game, seat) != game.view(seat)


@pytest.mark.whole
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", ["greedy", "nova", "zenith"])
def test_a_bot_answers_what_its_twin_is_shown(name: str, sight: str) -> None:
    for game, seat in decisions(Options(players=4), "twin")[4::45]:
        answer = small(name)(SIGHTS[sight](game, seat), Chance("any"))
        assert answer in offered(game.view(seat))


def test_the_command_lets_a_twin_play(capsys: pytest.CaptureFixture[str]) -> None:
    main(["greedy", "greedy", "--deals", "1", "--sees", "all"])
    assert "greedy that sees all against greedy, 2 games" in capsys.readouterr().out
