"""The review of a game, turn by turn.

A turn is judged in parts. A part ends where something is revealed (a card mobilized, a token
drawn): what comes after it is a choice with new knowledge, judged from the view that the seat has
then. What a part lost is choice; what a reveal or the draw at the end of the turn changed is luck.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine.analysis.review.answers import AnswerReview, reviewed_answer, reviewed_mulligan
from engine.analysis.review.causes import Cause, causes
from engine.analysis.review.judging import chance_to_win, judge
from engine.analysis.review.labels import Label, label_of
from engine.analysis.review.parts import GivenAnswer, Part, parts_of
from engine.analysis.review.plans import FIRST, PlannedAnswer, asker, events_of, read
from engine.analysis.review.playing_on import BUDGETS, Budget
from engine.bots.search import TurnSearch, step, without_its_end
from engine.chance import Chance
from engine.events import CardsDrawn, DeckShuffled, DiscWon, Event, TurnSkipped, TurnStarted
from engine.game import Game
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
    on, knows no better one. `answers`: what was answered outside of a seat's own turn: by the other
    side in this one, and, of the first turn, to the mulligan.
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
    answers: tuple[AnswerReview, ...] = ()


@dataclass(slots=True)
class Turn:
    """A turn of the game that is reviewed: its answers, and those to the mulligan before it."""

    number: int
    seat: int
    before: int
    mulligan: list[GivenAnswer] = field(default_factory=list)
    answers: list[GivenAnswer] = field(default_factory=list)
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
        after = turns[place + 1].answers[0].game if place + 1 < len(turns) else last
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
        after = turns[place + 1].answers[0].game if place + 1 < len(turns) else last
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
    mulligan: list[GivenAnswer] = []
    for number, seat, action in moves:
        asked = game.pending[0]
        before = game.copy()
        if asked.kind == "order" and action.partition(" ")[0] in OWN_TURN:
            before.play(seat, f"first {seat}")
        if action.partition(" ")[0] in OWN_TURN:
            turns.append(Turn(len(turns) + 1, seat, number - 1, mulligan))
            mulligan = []
        events = game.play(seat, action)
        if asked.kind == "mulligan":
            mulligan.append(GivenAnswer(before, seat, action, number - 1))
        elif turns and not action.startswith("first "):
            turns[-1].answers.append(GivenAnswer(before, seat, action, number - 1))
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


def _reviewed(
    turn: Turn, after: Game, discs: list[tuple[int, int, str]], budget: Budget
) -> TurnReview:
    side = turn.seat % 2
    parts = parts_of(turn.answers, side, f"review {turn.number}", budget)
    losses = [part.loss for part in parts if part.loss is not None]
    loss = sum(max(0.0, lost.chance) for lost in losses)
    error = sqrt(sum(lost.error * lost.error for lost in losses))
    missed = any(part.missed for part in parts)
    end = _end(turn, after)
    chance = parts[-1].played.chance if end is None else chance_to_win(judge(end, side))
    luck = _luck_of_reveals(parts, chance)
    if end is not None:
        luck += _luck_of_the_draw(end, after, turn.seat)
    view = turn.answers[0].game.view(turn.seat)
    others = parts_of(turn.answers, 1 - side, f"review {turn.number} others", budget)
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
        causes=tuple(causes(better.table, first.played.table, side, _later(turn, discs, side)))
        if better
        else (),
        error=round(error, 4),
        agrees=first.agrees,
        answers=(
            *(reviewed_mulligan(answer, budget) for answer in turn.mulligan),
            *(reviewed_answer(part, _later(turn, discs, 1 - side)) for part in others),
        ),
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
    last = turn.answers[-1]
    if after.outcome is not None:
        return after.table()
    table = without_its_end(last.game.table())
    step(table, read(table, last.action))
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
    table = turn.answers[0].game.table()
    search = TurnSearch(judge, turn.seat % 2, FIRST)(table, table.options)
    best = max(map(chance_to_win, search.values.values()))
    return max(0.0, best - chance)


def _all_played(turn: Turn) -> tuple[PlannedAnswer, ...]:
    """Return the answers of the turn's side, with what asked for them."""
    return tuple(
        PlannedAnswer(answer.action, asker(answer.game.table()))
        for answer in turn.answers
        if answer.seat % 2 == turn.seat % 2
    )


def _later(turn: Turn, discs: list[tuple[int, int, str]], side: int) -> dict[str, int]:
    """Return planet -> how many of its turns later a side won a disc there in the game."""
    later: dict[str, int] = {}
    for number, winner, planet in discs:
        if winner == side and number > turn.number:
            later.setdefault(planet, max(1, (number - turn.number) // 2))
    return later
