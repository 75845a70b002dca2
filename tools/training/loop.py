"""The training of a network: games of the greedy bot, a fit, games against itself, lessons.

The lessons come from games in which both sides play on (`teaching.py`).
"""

import hashlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from timeit import default_timer
from typing import Final

import numpy as np

from engine.bots import weights
from engine.bots.network import Network
from engine.bots.play_on import PlayOn
from engine.bots.search import Judge
from tools.training.fitting import Model, Positions, aims, epoch, lessons
from tools.training.selfplay import BY_HAND, TrainingGame, played_game
from tools.training.teaching import TEACHER, TaughtGame, taught_game

FIT_TRUST: Final = 0.9
TRUST: Final = 0.7
POOL: Final = 8
"""So many older networks stay in the pool of opponents."""
OLDER: Final = 25
"""Of 100 games, so many are against an older network."""
SLIPS: Final = 0.02
"""The share of answers left to chance in games of the network."""
LESSON_RATES: Final = (1e-4, 5e-5)
"""The learning rate of each pass through the lessons."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How long a training is: games of the greedy bot, rounds of games of the network itself.

    `rates`: the learning rate of the first round and of the last. `goes_on`: it begins with the
    weights that are stored, instead of a fit to games of the greedy bot. `taught`: after the
    rounds, so many games in which both sides play on, as `teacher` says.
    """

    players: int
    seed: str
    greedy: int
    rounds: int
    games: int
    processes: int
    replay: int = 4000
    rates: tuple[float, float] = (2e-3, 2e-4)
    goes_on: bool = False
    taught: int = 0
    teacher: PlayOn = TEACHER


def _greedy_game(number: int, plan: TrainingPlan) -> TrainingGame:
    return played_game(f"{plan.seed} greedy {number}", plan.players, (BY_HAND, BY_HAND), 0.06)


def _games(numbers: range, plan: TrainingPlan, model: str, older: str) -> list[TrainingGame]:
    """Play games of a network against itself, some against an older one; both are files."""
    new = Network(weights.read(model, plan.players))
    old = Network(weights.read(older, plan.players))
    played = []
    for number in numbers:
        judges: tuple[Judge, Judge] = (new, new)
        if number % 100 < OLDER:
            judges = (new, old) if number % 2 else (old, new)
        played.append(played_game(f"{plan.seed} game {number}", plan.players, judges, SLIPS))
    return played


def _taught_games(numbers: range, plan: TrainingPlan, model: str) -> list[TaughtGame]:
    """Play games in which both sides play on with the network of a file."""
    network = Network(weights.read(model, plan.players))
    return [
        taught_game(f"{plan.seed} taught {number}", plan.players, network, SLIPS, plan.teacher)
        for number in numbers
    ]


def train(plan: TrainingPlan) -> None:
    """Train a network and write its weights into the package."""
    start = default_timer()
    lines: list[str] = []

    def note(text: str) -> None:
        lines.append(text)
        print(f"{default_timer() - start:6.0f} s  {text}", flush=True)

    key = hashlib.sha256(f"{plan.seed} {plan.players}".encode()).digest()
    chance = np.random.default_rng(int.from_bytes(key[:8]))
    with ProcessPoolExecutor(plan.processes, get_context("spawn")) as pool:
        if plan.goes_on:
            model, replay = _stored(plan, lines), list[Positions]()
            note(f"went on from these weights, seed {plan.seed}")
        else:
            job = partial(_greedy_game, plan=plan)
            positions = Positions.of(list(pool.map(job, range(plan.greedy), chunksize=20)))
            note(f"{plan.greedy} greedy games, {len(positions.scores)} turns")
            model, loss = _fitted(positions, chance)
            note(f"fitted with λ = {FIT_TRUST}: loss {loss:.4f}")
            replay = [positions]
        older = [_file(model, plan, [])]
        first = 0
        for number in range(plan.rounds):
            current = _file(model, plan, [])
            opponent = older[int(chance.integers(len(older)))]
            share = plan.games // plan.processes // 2
            starts = range(first, first + plan.games, share)
            ranges = [range(at, min(at + share, first + plan.games)) for at in starts]
            work = partial(_games, plan=plan, model=current, older=opponent)
            new = [game for part in pool.map(work, ranges) for game in part]
            first += plan.games
            replay = [*replay, Positions.of(new)][-(plan.replay // plan.games) :]
            positions = Positions.joined(replay)
            fall = plan.rates[1] / plan.rates[0]
            rate = plan.rates[0] * fall ** (number / plan.rounds)
            wanted = aims(model, positions, TRUST)
            loss = epoch(model, positions.slots, wanted, (rate, rate), chance, 0.5)
            if number % 3 == 2:
                older = [*older, current][-POOL:]
            note(f"round {number + 1} of {plan.rounds}: {first} games, loss {loss:.4f}")
            if number % 5 == 4:
                _save(model, plan, lines)
        if plan.taught:
            model = _taught(model, plan, pool, chance, note)
    _save(model, plan, lines)


def _stored(plan: TrainingPlan, lines: list[str]) -> Model:
    """Return the network of the package, and put its record into the lines."""
    text = (weights.FOLDER / weights.NAMES[plan.players]).read_text(encoding="utf-8")
    lines += weights.record(text)
    return Model.of(weights.read(text, plan.players))


def _fitted(positions: Positions, chance: np.random.Generator) -> tuple[Model, float]:
    """Return a network that has learned some games, and its loss."""
    model = Model.new(chance)
    loss = 0.0
    for number, rate in enumerate((2e-3, 1.5e-3, 1e-3, 7e-4, 4e-4, 2e-4)):
        wanted = aims(model if number else None, positions, FIT_TRUST)
        loss = epoch(model, positions.slots, wanted, (rate, rate), chance)
    return model.fresh(), loss


def _taught(
    model: Model,
    plan: TrainingPlan,
    pool: ProcessPoolExecutor,
    chance: np.random.Generator,
    note: Callable[[str], None],
) -> Model:
    """Return the network after the lessons of games in which both sides play on."""
    work = partial(_taught_games, plan=plan, model=_file(model, plan, []))
    ranges = [range(at, min(at + 5, plan.taught)) for at in range(0, plan.taught, 5)]
    games = [game for part in pool.map(work, ranges) for game in part]
    model = model.fresh()
    slots, chances = lessons(games)
    before = model.distance(slots, chances)
    for rate in LESSON_RATES:
        epoch(model, slots, chances, (rate, rate), chance)
    after = model.distance(slots, chances)
    note(
        f"{plan.taught} games of playing on, {len(chances)} lessons: "
        f"mean distance from the teacher {before:.4f}, then {after:.4f}"
    )
    return model


def _save(model: Model, plan: TrainingPlan, lines: list[str]) -> None:
    weights.FOLDER.mkdir(exist_ok=True)
    path = weights.FOLDER / weights.NAMES[plan.players]
    path.write_text(_file(model, plan, lines), encoding="utf-8")


def _file(model: Model, plan: TrainingPlan, lines: list[str]) -> str:
    return weights.written(model.layers(), plan.players, lines)
