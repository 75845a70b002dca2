"""Observations and actions of the environments: nothing hidden, nothing missing."""

from random import Random
from typing import Any

import pytest

from engine import Game, Options, deal
from engine.environments.actions import Actions
from engine.environments.observation import KINDS, Observer
from engine.public_types import View
from tests.engine.invariants import any_answer

FORMS = {
    "two": Options(),
    "two, Secret Agents": Options(secret_agents=True),
    "four": Options(players=4),
    "four, Secret Agents": Options(players=4, secret_agents=True),
}


def decisions(form: str, seed: str) -> list[Game]:
    """Return copies of a random game at each of its decisions."""
    random = Random(seed)
    game = Game(deal(FORMS[form], seed))
    games = [game.copy()]
    while game.pending:
        game.play(*any_answer(game, random))
        games.append(game.copy())
    return games


def with_other_hidden_cards(game: Game, seat: int, random: Random) -> Game:
    """Return a game that a seat can't tell from this one: everything hidden is another."""
    snapshot: Any = game.snapshot()
    table = snapshot["table"]
    others = [other for other in range(table["players"]) if other != seat]
    unseen = [*table["deck"], *(card for other in others for card in table["hands"][other])]
    random.shuffle(unseen)
    for other in others:
        count = len(table["hands"][other])
        table["hands"][other], unseen = unseen[:count], unseen[count:]
    table["deck"] = unseen
    random.shuffle(table["token_supply"])
    for other in others:
        if snapshot["mulligan"] and snapshot["mulligan"][other] > 0:
            snapshot["mulligan"][other] = random.randrange(16)
    snapshot["record"]["setup"]["seed"] = "another"
    return Game.restore(snapshot)


@pytest.mark.whole
@pytest.mark.parametrize("form", FORMS)
def test_games_that_differ_in_what_is_hidden_look_the_same(form: str) -> None:
    observer, actions, random = Observer(FORMS[form]), Actions(FORMS[form]), Random(form)
    differ = 0
    for game in decisions(form, "hidden")[:-1:3]:
        for seat in range(FORMS[form].players):
            other = with_other_hidden_cards(game, seat, random)
            differ += other.snapshot()["table"] != game.snapshot()["table"]
            seen, its = game.view(seat), other.view(seat)
            assert observer.observe(its) == observer.observe(seen)
            assert actions.mask(its) == actions.mask(seen)
    assert differ > 50


@pytest.mark.parametrize("form", FORMS)
def test_every_answer_has_a_number_of_its_own(form: str) -> None:
    actions = Actions(FORMS[form])
    for seed in "abc":
        for game in decisions(form, seed):
            for decision in game.pending:
                for seat in decision.seats:
                    view = game.view(seat)
                    numbers = [actions.number(view, answer) for answer in decision.options]
                    assert len(set(numbers)) == len(numbers)
                    assert actions.mask(view).count(1) == len(numbers)
                    last = decision.options[-1]
                    assert actions.answer(view, numbers[-1]) == last
                    assert decision.kind == "mulligan" or len(actions.words[numbers[-1]]) == len(
                        last
                    )


def test_a_seat_that_is_not_asked_has_no_action() -> None:
    game = decisions("two", "a")[20]
    view = game.view(1 - game.pending[0].seats[0])
    actions = Actions(FORMS["two"])
    assert not any(actions.mask(view))
    with pytest.raises(ValueError, match="can't answer"):
        actions.answer(view, 3)


@pytest.mark.whole
@pytest.mark.parametrize("form", FORMS)
def test_an_observation_always_has_the_same_size_and_small_numbers(form: str) -> None:
    observer = Observer(FORMS[form])
    names = list(observer.parts)
    assert len(names) == len(set(names))
    kinds = set()
    for game in decisions(form, "size"):
        for seat in range(FORMS[form].players):
            numbers = observer.observe(game.view(seat))
            assert len(numbers) == observer.size
            assert min(numbers) >= -1
            assert max(numbers) < 20
            kinds |= {
                KINDS[at] for at, number in enumerate(part(observer, numbers, "asked")) if number
            }
    assert {"mulligan", "turn", "planet"} <= kinds


def part(observer: Observer, numbers: list[float], name: str) -> list[float]:
    """Return the numbers of a part of an observation."""
    places = observer.parts[name]
    return numbers[places.start : places.stop]


def test_what_a_seat_sees_is_observed_from_its_side() -> None:
    observer = Observer(FORMS["two"])
    game = decisions("two", "a")[60]
    own, other = (observer.observe(game.view(seat)) for seat in (0, 1))
    for name in ("credits", "zenithium", "technologies", "won", "columns", "badge"):
        assert part(observer, own, f"own.{name}") == part(observer, other, f"other.{name}")
    assert part(observer, own, "discs") == [-at for at in part(observer, other, "discs")]
    assert sum(part(observer, own, "hand 0")) == game.view(0)["hands"][0]["count"]
    assert not any(part(observer, own, "hand 1"))


def changed(view: View, **keys: Any) -> View:
    """Return a view with other values."""
    return {**view, **keys}  # type: ignore[typeddict-item]


def test_what_is_visible_is_observed() -> None:
    observer = Observer(FORMS["two"])
    game = decisions("two", "a")[60]
    view = game.view(game.pending[0].seats[0])
    seen = observer.observe(view)
    sides = [{**side, "credits": side["credits"] + 1} for side in view["sides"]]
    changes: list[dict[str, Any]] = [
        {"sides": sides},
        {"discard": view["discard"][1:]},
        {"discs": {**view["discs"], "mars": 2, "venus": -2}},
        {"badge": {"side": 1, "face": "gold"}},
        {"tokens": {}},
        {"boards": "".join({"S": "D", "D": "S"}.get(side, side) for side in view["boards"])},
        {"pending": []},
        {"stack": []},
        {"prices": {}},
        {"to_move": 1 - (view["to_move"] or 0)},
        {"deck": {"count": 1, "cards": None}},
    ]
    for change in changes:
        assert observer.observe(changed(view, **change)) != seen, change
