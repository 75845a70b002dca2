"""The levels: what no level above the second misses, what a weak one overlooks, playing on."""

from dataclasses import replace

import pytest

from engine import Chance, Options
from engine.bots import BOTS, FOR_BEGINNERS, LEVELS
from engine.bots.bot import Bot, options_of
from engine.bots.levels import Skill, at_level
from engine.bots.play_on import PlayOn
from tests.engine.bots.test_bots import decisions
from tests.engine.bots.test_greedy import CHEAP, FOUR_DISCS, WINS
from tests.engine.prepared import disc, prepared
from tools.arena.matches import match

ABOVE_THE_SECOND = list(LEVELS)[2:]
SMALL = PlayOn(plans=3, worlds=4, halving=(2,))
"""Playing on, for tests that need no strength."""


def test_there_are_six_levels_and_the_weakest_is_for_beginners() -> None:
    assert len(LEVELS) == 6
    assert next(iter(LEVELS)) == FOR_BEGINNERS
    assert len({bot.name for bot in BOTS.values()}) == len(BOTS)


def test_bots_of_games_that_have_begun_play_on() -> None:
    assert {"random", "noisy", "greedy"} == set(BOTS) - set(LEVELS)


def test_only_the_best_is_slow() -> None:
    assert [key for key, bot in BOTS.items() if bot.slow] == [list(LEVELS)[-1]]


@pytest.mark.parametrize("how", WINS)
@pytest.mark.parametrize("level", ABOVE_THE_SECOND)
def test_a_sure_win_is_never_missed(level: str, how: str) -> None:
    for seed in ("a", "b"):
        game = prepared(won=(FOUR_DISCS, ()), **WINS[how])
        number = 0
        while game.pending and game.pending[0].seats == (0,):
            game.play(0, LEVELS[level](game.view(0), Chance(f"{seed} {number}")))
            number += 1
        assert game.outcome is not None
        assert game.outcome.winner == 0


@pytest.mark.parametrize(("level", "most"), [("meteor", 0.3), ("asteroid", 0.2)])
def test_the_obvious_win_is_overlooked_last(level: str, most: float) -> None:
    """One answer wins: it is overlooked with the share that is stated for each answer."""
    missed = 0
    for number in range(30):
        game = prepared(won=(FOUR_DISCS, ()), **WINS["with the one step of a card"])
        game.play(0, LEVELS[level](game.view(0), Chance(f"obvious {number}")))
        missed += game.outcome is None
    assert 0 < missed < most * 30


def test_the_disc_that_would_lose_the_game_is_taken_back() -> None:
    game = prepared(
        hand=("little-bob", *CHEAP), won=((), FOUR_DISCS), discs={"jupiter": -3, "mercury": 2}
    )
    while game.pending and game.pending[0].seats == (0,):
        game.play(0, BOTS["nova"](game.view(0), Chance("any")))
    assert (disc(game, "jupiter") or 0) > -3


def test_a_weak_level_overlooks_what_the_network_sees() -> None:
    asked = [
        (game.view(seat), number)
        for number, (game, seat) in enumerate(decisions(Options(), "overlooked")[::4])
        if game.view(seat)["pending"][0]["kind"] == "turn"
    ]

    def agreement(bot: Bot) -> float:
        same = [
            bot(view, Chance(f"{n}")) == BOTS["nova"](view, Chance(f"{n}")) for view, n in asked
        ]
        return sum(same) / len(same)

    agreements = [agreement(BOTS[key]) for key in ("meteor", "aurora", "nova")]
    assert agreements == sorted(agreements)
    assert agreements[0] < agreements[1] < agreements[2] == 1.0


@pytest.mark.whole
@pytest.mark.parametrize(
    ("players", "erring"), [(2, Skill(noise=2.0)), (4, Skill(noise_in_teams=2.0))]
)
def test_two_players_and_teams_have_an_error_of_their_own(players: int, erring: Skill) -> None:
    views = [
        game.view(seat) for game, seat in decisions(Options(players=players), "errors", 90)[::6]
    ]

    def answers(skill: Skill) -> list[str]:
        think = at_level(skill)
        return [think(view, Chance("any")).action for view in views]

    both = Skill(noise=2.0, noise_in_teams=2.0)
    assert answers(erring) == answers(both)
    assert answers(Skill()) != answers(both)


@pytest.mark.whole
@pytest.mark.parametrize("players", [2, 4])
def test_playing_on_answers_every_kind_of_question_twice_the_same(players: int) -> None:
    think = at_level(Skill(on=SMALL, on_in_teams=SMALL))
    for number, (game, seat) in enumerate(decisions(Options(players=players), "on", 60)[5::12]):
        view = game.view(seat)
        thought = think(view, Chance(f"{number}"))
        assert thought.action in options_of(view)
        assert think(view, Chance(f"{number}")) == thought


def test_playing_on_changes_answers() -> None:
    on, off = at_level(Skill(on=SMALL)), at_level(Skill())
    views = [game.view(seat) for game, seat in decisions(Options(), "changes", 60)[::2]]
    assert any(on(view, Chance("any")) != off(view, Chance("any")) for view in views)


@pytest.mark.whole
@pytest.mark.parametrize("players", [2, 4])
def test_two_players_and_teams_play_on_as_far_as_each_is_told(players: int) -> None:
    none, small = (at_level(Skill(on=on, on_in_teams=on)) for on in (None, SMALL))
    own = at_level(Skill(on=SMALL) if players == 2 else Skill(on_in_teams=SMALL))
    others = at_level(Skill(on_in_teams=SMALL) if players == 2 else Skill(on=SMALL))
    for game, seat in decisions(Options(players=players), "on with", 40)[5::10]:
        view = game.view(seat)
        assert own(view, Chance("any")) == small(view, Chance("any"))
        assert others(view, Chance("any")) == none(view, Chance("any"))


def test_more_rounds_try_more_answers() -> None:
    game, seat = decisions(Options(), "rounds", 40)[20]
    view = game.view(seat)
    nodes = [
        at_level(Skill(on=replace(SMALL, rounds=rounds)))(view, Chance("any")).nodes
        for rounds in (1, 2, 3)
    ]
    assert nodes[0] < nodes[1] < nodes[2]


@pytest.mark.whole
@pytest.mark.parametrize("players", [2, 4])
def test_the_network_beats_the_weak(players: int) -> None:
    deals = 2 if players == 2 else 1
    assert match(BOTS["nova"], BOTS["noisy"], deals, "tiny", Options(players)).score > 0.5
