"""The contract of all bots: legal answers from the view of their seat, deterministic."""

import json
from dataclasses import replace
from functools import cache

import pytest

from engine import Chance, Game, Options, deal
from engine.bots import BOTS, FOR_BEGINNERS, LEVELS, Bot
from engine.bots.levels import Skill, at_level
from engine.bots.play_on import PlayOn
from engine.public_types import View

PLAY_ON = PlayOn(plans=3, worlds=4, halving=(2,))
SMALL = at_level(Skill(on=PLAY_ON, on_in_teams=PLAY_ON))
OPTIONS = {
    "two players": Options(),
    "two players, Secret Agents": Options(secret_agents=True),
    "four players": Options(players=4),
    "four players, Secret Agents": Options(players=4, secret_agents=True),
}


@cache
def decisions(options: Options, seed: str, most: int = 150) -> list[tuple[Game, int]]:
    """Return (game, seat that is asked) for the first decisions of a random game; don't play on."""
    game = Game(deal(options, seed))
    dice = Chance(seed).stream("test")
    asked: list[tuple[Game, int]] = []
    while game.pending and len(asked) < most:
        decision = game.pending[dice.below(len(game.pending))]
        seat = decision.seats[dice.below(len(decision.seats))]
        asked.append((game.copy(), seat))
        game.play(seat, decision.options[dice.below(len(decision.options))])
    return asked


def offered(view: View) -> list[str]:
    """Return the legal answers of the seat of a view."""
    (decision,) = [one for one in view["pending"] if view["seat"] in one["seats"]]
    assert decision["options"] is not None
    return decision["options"]


def small(name: str) -> Bot:
    """Return a bot, a slow one with fewer worlds: for what doesn't hang on their number."""
    return replace(BOTS[name], think=SMALL) if BOTS[name].slow else BOTS[name]


def spacing(name: str) -> int:
    """Return how many decisions lie between two that a bot is asked: slow bots are asked less."""
    if BOTS[name].slow:
        return 70
    return 24 if name in LEVELS else 1 if name == "random" else 8


@pytest.mark.whole
@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("name", BOTS)
def test_every_answer_of_a_bot_in_a_random_game_is_among_the_options(name: str, kind: str) -> None:
    asked = decisions(OPTIONS[kind], "legal")
    kinds = {one["kind"] for game, seat in asked for one in game.view(seat)["pending"]}
    assert len(kinds) >= 5  # so that effects are interrupted, not only turns begun
    for number, (game, seat) in enumerate(asked[:: spacing(name)]):
        view = game.view(seat)
        assert BOTS[name](view, Chance(f"{name} {number}")) in offered(view)


@pytest.mark.whole
@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("name", BOTS)
def test_a_retried_task_gets_the_same_move(name: str, kind: str) -> None:
    asked = decisions(OPTIONS[kind], "legal")[3 :: min(70, 4 * spacing(name))]
    for number, (game, seat) in enumerate(asked):
        view = game.view(seat)
        before = json.dumps(view)
        first = small(name)(view, Chance(f"{number}"))
        assert json.dumps(view) == before
        assert small(name)(json.loads(before), Chance(f"{number}")) == first


def other_world(game: Game, seat: int, seed: str) -> Game:
    """Return the same game with all cards that the seat can't see dealt again."""
    snapshot = game.snapshot()
    table, chance = snapshot["table"], Chance(seed)
    hidden = [other for other in range(len(table["hands"])) if other != seat]
    cards = [card for other in hidden for card in table["hands"][other]] + table["deck"]
    places = chance.shuffled("cards", range(len(cards)))
    cards = [cards[place] for place in places]
    for other in hidden:
        count = len(table["hands"][other])
        table["hands"][other], cards = cards[:count], cards[count:]
    table["deck"] = cards
    supply = table["token_supply"]
    table["token_supply"] = [supply[i] for i in chance.shuffled("tokens", range(len(supply)))]
    return Game.restore(snapshot)


@pytest.mark.whole
@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_answers_the_same_whatever_is_hidden_from_its_seat(name: str, kind: str) -> None:
    moved = 0
    step = min(70, 2 * spacing(name))
    for number, (game, seat) in enumerate(decisions(OPTIONS[kind], "legal")[6::step]):
        if not game.view(seat)["stack"] or game.view(seat)["phase"] == "mulligan":
            continue
        other = other_world(game, seat, f"{number}")
        moved += other.snapshot()["table"] != game.snapshot()["table"]
        chance = Chance(f"{number}")
        assert small(name)(other.view(seat), chance) == small(name)(game.view(seat), chance)
    assert moved >= max(1, 60 // step)


@pytest.mark.whole
@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("name", BOTS)
def test_a_mulligan_is_the_same_whatever_is_hidden(name: str, kind: str) -> None:
    game = Game(deal(OPTIONS[kind], "mulligan"))
    for number in range(1 if name in LEVELS else 3):
        other = other_world(game, 1, f"{number}")
        assert other.snapshot()["table"] != game.snapshot()["table"]
        chance = Chance(f"{number}")
        assert BOTS[name](other.view(1), chance) == BOTS[name](game.view(1), chance)


@pytest.mark.parametrize("name", BOTS)
def test_a_seat_that_is_not_asked_is_an_error(name: str) -> None:
    game = Game(deal(Options(), "not asked"))
    game.play(0, "redraw")
    with pytest.raises(ValueError, match="seat 0 is not asked"):
        BOTS[name](game.view(0), Chance("any"))
    with pytest.raises(ValueError, match="seat None is not asked"):
        BOTS[name](game.view(None), Chance("any"))


def test_the_random_bot_gives_every_answer_sooner_or_later() -> None:
    view = Game(deal(Options(), "sooner or later")).view(0)
    given = {BOTS["random"](view, Chance(f"{number}")) for number in range(200)}
    assert given == set(offered(view))


def test_every_bot_says_who_it_is_and_one_is_for_beginners() -> None:
    assert all(bot.name and bot.about for bot in BOTS.values())
    ratings = [bot.rating for bot in BOTS.values()]
    assert ratings == sorted(ratings)
    assert [key for key, bot in BOTS.items() if bot.for_beginners] == [FOR_BEGINNERS]
