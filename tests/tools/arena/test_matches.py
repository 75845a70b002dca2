"""Matches: each deal with both seatings; and how strong the bots are against each other."""

from math import isnan

import pytest

from engine import Chance, Game, Options, deal
from engine.bots import BOTS, Bot, Thought
from engine.public_types import View
from engine.views import open_hand, seat_of
from tools.arena.__main__ import main
from tools.arena.matches import Result, Slowest, match, play_out

NONE = (Slowest(), Slowest())


def test_each_deal_is_played_with_both_seatings() -> None:
    seatings = []

    def watched(name: str) -> Bot:
        def think(view: View, chance: Chance) -> Thought:
            cards = tuple(open_hand(view, seat_of(view)))
            if view["phase"] == "mulligan":
                seatings.append((name, view["seat"], cards))
            return BOTS["random"].think(view, chance)

        return Bot(think, name, "", rating=500)

    result = match(watched("a"), watched("b"), 2, "both")
    assert result.wins + result.draws + result.losses == 4
    assert len(result.pairs) == 2
    for first, second in ((seatings[0:2], seatings[2:4]), (seatings[4:6], seatings[6:8])):
        assert [(name, seat) for name, seat, _ in first] == [("a", 0), ("b", 1)]
        assert [(name, seat) for name, seat, _ in second] == [("b", 0), ("a", 1)]
        assert [cards for _, _, cards in first] == [cards for _, _, cards in second]


def test_a_match_is_played_again_the_same() -> None:
    one = match(BOTS["greedy"], BOTS["random"], 1, "again")
    two = match(BOTS["greedy"], BOTS["random"], 1, "again")
    assert (one.pairs, one.decisions, one.most_nodes) == (two.pairs, two.decisions, two.most_nodes)


def test_the_score_counts_a_draw_as_half_a_win_and_has_the_error_of_its_pairs() -> None:
    result = Result(3, 2, 1, (2.0, 1.5, 0.5), 0, slowest=NONE, most_nodes=(0, 0))
    assert result.score == pytest.approx(4 / 6)
    # pairs at 1, 0.75 and 0.25: variance 7/48, over three pairs
    assert result.error == pytest.approx((7 / 48 / 3) ** 0.5)
    single = Result(1, 0, 1, (1.0,), 0, slowest=NONE, most_nodes=(0, 0))
    assert isnan(single.error)


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_played_to_its_end(players: int) -> None:
    game = Game(deal(Options(players=players), "to its end"))
    played = play_out(game, (BOTS["greedy"], BOTS["random"]), "to its end")
    assert game.pending == ()
    assert game.outcome is not None
    assert played.winner == game.outcome.winner
    assert played.decisions == len(game.record()["actions"])
    assert played.most_nodes[0] > played.most_nodes[1] == 0


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    main(["greedy", "random", "--deals", "1", "--secret-agents"])
    out = capsys.readouterr().out
    assert "greedy against random, 2 games: 2 won" in out
    assert "random: a turn" in out


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players: int) -> None:
    deals = 3 if players == 2 else 1
    result = match(BOTS["greedy"], BOTS["random"], deals, "tiny", Options(players))
    assert result.losses == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [Options(), Options(secret_agents=True)],
    ids=["base game", "Secret Agents"],
)
def test_greedy_beats_random_in_97_games_of_100(options: Options) -> None:
    # a bot that won only 97 % would pass 99 % of 200 games once in 17 runs
    result = match(BOTS["greedy"], BOTS["random"], 100, "claim", options)
    assert result.score >= 0.99


@pytest.mark.slow
def test_noisy_is_clearly_between_random_and_greedy() -> None:
    assert match(BOTS["noisy"], BOTS["random"], 30, "between").score >= 0.9
    assert match(BOTS["greedy"], BOTS["noisy"], 50, "between").score >= 0.75
