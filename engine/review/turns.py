"""The review of a game, turn by turn.

A turn is judged in parts. A part ends where something is revealed (a card mobilized, a token
drawn): what comes after it is a choice with new knowledge, judged from the view that the seat has
then. What a part lost is choice; what a reveal or the draw at the end of the turn changed is luck.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine.bots.search import TurnSearch, step, without_its_end
from engine.chance import Chance
from engine.events import CardsDrawn, DeckShuffled, DiscWon, Event, TurnSkipped, TurnStarted
from engine.game import Game
from engine.review.causes import Cause, causes, stops_a_win
from engine.review.judging import chance_to_win, judge
from engine.review.labels import Label, label_of
from engine.review.plans import (
    FIRST,
    JudgedPlan,
    PlannedAnswer,
    asker,
    best_plan,
    events_of,
    played_plan,
    read,
    worlds_of,
)
from engine.review.playing_on import BUDGETS, Budget, Loss, loss_of
from engine.table import RUNNING, Table

OWN_TURN: Final = ("recruit", "develop", "lead")
"""The verbs of answers that begin a turn."""
UNSAID: Final = (CardsDrawn, TurnStarted, TurnSkipped, DeckShuffled)
"""Events that are not told as what a turn did."""
DRAWS: Final = 12
"""How many draws at the end of a turn are imagined, to tell how lucky the real one was."""

Move = tuple[int, int, str]
"""A move: its number from 1, its seat, its action."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """The review of a turn. Chances are of the side of its player, 0 to 1.

    `before`: the number of moves before it; `last`: the number of its last move. `chance`: at its
    end. `loss`: the chance that its choices lost, by what the player could know, and `error` its
    standard error; `open_loss`: with all hands and the deck open. `luck`: the chance that reveals
    and its draw won or lost. `better` and `better_events`: a plan that is proven to be better, up
    to the first reveal; empty if there is none. `agrees`: whether the judge alone, without playing
    on, knows no better one.
    """

    number: int
    seat: int
    before: int
    last: int
    chance: float
    loss: float
    open_loss: float
    luck: float
    label: Label
    missed_win: bool
    played: tuple[PlannedAnswer, ...]
    played_events: tuple[Event, ...]
    better: tuple[PlannedAnswer, ...] = ()
    better_events: tuple[Event, ...] = ()
    causes: tuple[Cause, ...] = ()
    error: float = 0.0
    agrees: bool = True


@dataclass(slots=True)
class Turn:
    """A turn of the game that is reviewed: its answers with the games before them."""

    number: int
    seat: int
    before: int
    answers: list[tuple[Game, int, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    last: int = 0


def review(
    game: Game,
    moves: Iterable[Move],
    skip: int = 0,
    budgets: Mapping[int, Budget] = BUDGETS,
) -> Iterator[TurnReview]:
    """Play the moves of a game that has ended, and yield the review of each turn.

    `game`: at its deal. `skip`: how many turns have been reviewed before. `budgets`: players -> how
    far plans are played on.
    """
    turns, last = turns_of(game, moves)
    discs = _discs(turns)
    for place, turn in enumerate(turns):
        if place < skip:
            continue
        after = turns[place + 1].answers[0][0] if place + 1 < len(turns) else last
        budget = budgets[after.table().players]
        yield _reviewed(turn, after, discs, budget)


def turns_in(game: Game, moves: Iterable[Move]) -> int:
    """Return the number of turns that `review` yields."""
    return len(turns_of(game, moves)[0])


@dataclass(frozen=True, slots=True)
class TurnCourse:
    """How a game stood at the end of a turn; `chance`: to win, of the side of its player."""

    number: int
    seat: int
    last: int
    chance: float
    events: tuple[Event, ...]


def course(game: Game, moves: Iterable[Move]) -> list[TurnCourse]:
    """Return how a game went, turn by turn: the chances of a review, without its judgement.

    `game`: at its deal. It takes a tenth of a second for a game; no turn is searched.
    """
    turns, last = turns_of(game, moves)
    result: list[TurnCourse] = []
    chance = 0.5  # of side 0
    for place, turn in enumerate(turns):
        after = turns[place + 1].answers[0][0] if place + 1 < len(turns) else last
        side = turn.seat % 2
        end = _end(turn, after)
        own = chance if side == 0 else 1 - chance
        if end is not None:
            own = chance_to_win(judge(end, side))
        chance = own if side == 0 else 1 - own
        result.append(TurnCourse(turn.number, turn.seat, turn.last, own, tuple(turn.events)))
    return result


def turns_of(game: Game, moves: Iterable[Move]) -> tuple[list[Turn], Game]:
    """Return the turns of a game, and the game at its end."""
    game = game.copy()
    turns: list[Turn] = []
    for number, seat, action in moves:
        asked = game.pending[0]
        before = game.copy()
        if asked.kind == "order" and action.partition(" ")[0] in OWN_TURN:
            before.play(seat, f"first {seat}")
        if action.partition(" ")[0] in OWN_TURN:
            turns.append(Turn(len(turns) + 1, seat, number - 1))
        events = game.play(seat, action)
        if turns and not action.startswith("first "):
            turns[-1].answers.append((before, seat, action))
            turns[-1].events += events
            turns[-1].last = number
    return turns, game


def _discs(turns: Iterable[Turn]) -> list[tuple[int, int, str]]:
    """Return (turn, side, planet) of all discs that were won."""
    return [
        (turn.number, event.side, event.planet)
        for turn in turns
        for event in turn.events
        if isinstance(event, DiscWon)
    ]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a turn: its plans, the table as its seat may imagine it, and what was lost.

    `best`: by the judge alone. `loss`: by playing on; `None` if nothing leads the plan played.
    """

    seat: int
    world: Table
    best: JudgedPlan
    played: JudgedPlan
    loss: Loss | None

    @property
    def missed(self) -> bool:
        """Whether a sure win was missed."""
        return self.best.sure and not self.played.sure

    @property
    def better(self) -> JudgedPlan | None:
        """A plan that is proven to be better: it loses less, wins, or stops a win of the others."""
        if self.loss is not None and self.loss.is_proven and not self.missed:
            return self.loss.better
        stops = stops_a_win(self.best.table, self.played.table, self.seat % 2)
        return self.best if self.missed or stops else None

    @property
    def agrees(self) -> bool:
        """Whether the judge alone knows no better plan."""
        is_better = self.best.chance > self.played.chance
        return not is_better or self.best.answers == self.played.answers


def parts_of(turn: Turn, budget: Budget) -> list[Part]:
    """Return the parts of a turn: a part ends where something is revealed."""
    side = turn.seat % 2
    parts: list[Part] = []
    answers = turn.answers
    while answers:
        before, seat, _action = answers[0]
        if seat % 2 != side:
            answers = answers[1:]
            continue
        seed = f"review {turn.number} {len(answers)}"
        worlds = worlds_of(before.view(seat), seed)
        actions = [action for _game, seat, action in answers if seat % 2 == side]
        best, played = best_plan(worlds, side), played_plan(worlds, side, actions)
        loss = loss_of(worlds, seat, best, played, seed, budget)
        parts.append(Part(seat, worlds[0], best, played, loss))
        answers = answers[len(played.answers) :]
    return parts


def _reviewed(
    turn: Turn, after: Game, discs: list[tuple[int, int, str]], budget: Budget
) -> TurnReview:
    side = turn.seat % 2
    parts = parts_of(turn, budget)
    losses = [part.loss for part in parts if part.loss is not None]
    loss = sum(max(0.0, one.chance) for one in losses)
    error = sqrt(sum(one.error * one.error for one in losses))
    missed = any(part.missed for part in parts)
    end = _end(turn, after)
    chance = parts[-1].played.chance if end is None else chance_to_win(judge(end, side))
    luck = _luck_of_reveals(parts, chance)
    if end is not None:
        luck += _luck_of_the_draw(end, after, turn.seat)
    view = turn.answers[0][0].view(turn.seat)
    first = parts[0]
    better = first.better
    return TurnReview(
        number=turn.number,
        seat=turn.seat,
        before=turn.before,
        last=turn.last,
        chance=round(chance, 4),
        loss=round(loss, 4),
        open_loss=round(_open_loss(turn, chance), 4),
        luck=round(luck, 4),
        label=label_of(loss, error, missed),
        missed_win=missed,
        played=_all_played(turn),
        played_events=tuple(event for event in turn.events if not isinstance(event, UNSAID)),
        better=better.answers if better else (),
        better_events=events_of(view, better.answers) if better else (),
        causes=tuple(causes(better.table, first.played.table, side, _later(turn, discs)))
        if better
        else (),
        error=round(error, 4),
        agrees=first.agrees,
    )


def _luck_of_reveals(parts: Sequence[Part], chance: float) -> float:
    """Return what the reveals of a turn changed; `chance`: at its end."""
    after = [max(part.best.chance, part.played.chance) for part in parts[1:]]
    return sum(
        known - part.played.chance
        for part, known in zip(parts, [*after, chance], strict=True)
        if part.played.reveals
    )


def _end(turn: Turn, after: Game) -> Table | None:
    """Return the table at the end of a turn, before its draw; `None` if it was broken off."""
    before, _seat, action = turn.answers[-1]
    if after.outcome is not None:
        return after.table()
    table = without_its_end(before.table())
    step(table, read(table, action))
    return None if table.stack and table.ending == RUNNING else table


def _luck_of_the_draw(end: Table, after: Game, seat: int) -> float:
    """Return what the draw at the end of a turn changed, against the mean of all draws."""
    side = seat % 2
    kept = end.hands[seat]
    drawn = after.table().hands[seat][len(kept) :]
    unseen = [card for owner, hand in enumerate(end.hands) if owner != seat for card in hand]
    # sorted, so that it depends on what was drawn, not on the order of the rest
    unseen = sorted((*unseen, *end.deck[end.drawn :]))
    if not drawn or end.ending != RUNNING or len(unseen) < len(drawn):
        return 0.0
    table = end.copy()
    table.hands[seat] = kept + drawn
    real = chance_to_win(judge(table, side))
    total = 0.0
    for number in range(DRAWS):
        imagined = Chance(f"draw {number}").shuffled("cards", unseen)[: len(drawn)]
        table.hands[seat] = (*kept, *imagined)
        total += chance_to_win(judge(table, side))
    return real - total / DRAWS


def _open_loss(turn: Turn, chance: float) -> float:
    """Return the chance that a turn lost against the best one that knows deck and tokens."""
    before, seat, _action = turn.answers[0]
    table = before.table()
    found = TurnSearch(judge, seat % 2, FIRST)(table, table.options)
    best = max(map(chance_to_win, found.values.values()))
    return max(0.0, best - chance)


def _all_played(turn: Turn) -> tuple[PlannedAnswer, ...]:
    """Return the answers of the turn's side, with what asked for them."""
    return tuple(
        PlannedAnswer(action, asker(before.table()))
        for before, seat, action in turn.answers
        if seat % 2 == turn.seat % 2
    )


def _later(turn: Turn, discs: list[tuple[int, int, str]]) -> dict[str, int]:
    """Return planet -> how many turns of its side later it won a disc there in the game."""
    side = turn.seat % 2
    later: dict[str, int] = {}
    for number, winner, planet in discs:
        if winner == side and number > turn.number:
            later.setdefault(planet, max(1, (number - turn.number) // 2))
    return later
