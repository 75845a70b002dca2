"""The page of a review: chart, summary of the sides, key turns and all turns."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.analysis.review import LABELS as IN_ORDER
from engine.analysis.review import AnswerReview, Label, TurnReview, accuracy
from games.review.models import Review
from games.review.praise import praise
from games.review.stored import turn_from_json
from games.review.words import LABELS, cause_sentences, plan_sentences
from games.symbols.happened import draw_events
from games.tables.page.text import player_names
from games.tables.previews import side_name
from games.tables.selectors import Seen

KEY_TURNS = 3
WIDTH, HEIGHT, EDGE = 600, 180, 14
"""Of the chart."""
APART = 17
"""Between the centres of two circles on it, whose radius is 8."""
MARKED = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)
"""The labels that stand on the chart, and whose turns are unfolded."""
NAMED_LUCK = 0.02
"""The least luck that is named at a turn."""
NAMED_LOSS = 0.005


@dataclass(frozen=True, slots=True)
class TurnMark:
    """The label of a turn: a sign, and its name."""

    key: str
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class ChartMark:
    """A marked turn on the chart: a circle beside its point on the line."""

    x: float
    y: float
    on_line: float
    number: int
    mark: TurnMark
    whose: str


@dataclass(frozen=True, slots=True)
class SideSummary:
    """How a side has played."""

    name: str
    whose: str
    accuracy: int | None
    counts: list[tuple[TurnMark, int]]
    luck: str
    """The sum of its luck, in per cent with a sign."""


@dataclass(frozen=True, slots=True)
class ReviewedChoice:
    """What a player chose in a turn, or with an answer outside of it, on the page."""

    title: str
    name: str
    whose: str
    mark: TurnMark
    unfolded: bool
    loss: str
    missed_win: bool
    played: list[SafeString]
    better: list[SafeString]
    better_signs: SafeString
    causes: list[SafeString]
    replay: str
    at: str
    """Where a try begins: `moves:seat`."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn on the page. Chances are of the side above on the chart, in per cent.

    `answers`: of the other side, in this turn.
    """

    number: int
    choice: ReviewedChoice
    before: int
    after: int
    open_loss: str
    luck: str
    played_signs: SafeString
    answers: list[ReviewedChoice]


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The page of a review that is done. Up on the chart is good for the viewer's side."""

    praise: str
    up: str
    line: str
    marks: list[ChartMark]
    sides: list[SideSummary]
    key_turns: list[ReviewedTurn]
    mulligan: list[ReviewedChoice]
    turns: list[ReviewedTurn]


def review_page(seen: Seen, review: Review) -> ReviewPage:
    """Return the page of a review for a viewer."""
    reviewed = [turn_from_json(turn) for turn in review.turns]
    me = seen.number
    side = 0 if me is None else me % 2
    chances = _chances(reviewed, side)
    turns = [
        reviewed_turn(seen, turn, chances[place : place + 2]) for place, turn in enumerate(reviewed)
    ]
    return ReviewPage(
        praise="" if me is None else praise(reviewed, me, seen.game.winner),
        up=_("above: your side is ahead")
        if me is not None
        else _("above: %(name)s is ahead") % {"name": side_name(seen.seats, side)},
        line="L".join(f"{_x(place, reviewed):g} {_y(at):g}" for place, at in enumerate(chances)),
        marks=_chart_marks(reviewed, turns, chances),
        sides=[_summary(seen, reviewed, which, side) for which in (side, 1 - side)],
        key_turns=_key_turns(reviewed, turns, chances),
        mulligan=[
            reviewed_answer(seen, turn, answer)
            for turn in reviewed
            for answer in turn.answers
            if answer.is_mulligan
        ],
        turns=turns,
    )


def _chart_marks(
    reviewed: Sequence[TurnReview], turns: Sequence[ReviewedTurn], chances: Sequence[float]
) -> list[ChartMark]:
    """Return the marked turns; the worst get the places next to the line."""
    marked = [
        (turn, display, _x(turn.number, reviewed), _y(chance))
        for label in reversed(MARKED)
        for turn, display, chance in zip(reviewed, turns, chances[1:], strict=True)
        if turn.label is label
    ]
    heights = apart([(x, y) for _turn, _display, x, y in marked])
    return [
        ChartMark(x, height, y, turn.number, display.choice.mark, display.choice.whose)
        for (turn, display, x, y), height in zip(marked, heights, strict=True)
    ]


def apart(points: Sequence[tuple[float, float]]) -> list[float]:
    """Return heights for circles at points of the chart, such that none covers another.

    Each in its turn gets the free height next to its point. Where none is left, its own.
    """
    heights: list[float] = []
    for place, (x, y) in enumerate(points):
        near = [
            (abs(x - other), height)
            for (other, _), height in zip(points[:place], heights, strict=True)
            if abs(x - other) < APART
        ]
        free = (
            height
            for height in sorted(range(EDGE, HEIGHT - EDGE + 1), key=lambda h: (abs(h - y), h))
            if all(hypot(dx, height - taken) >= APART for dx, taken in near)
        )
        own = min(max(y, EDGE), HEIGHT - EDGE)
        is_free = all(hypot(dx, own - taken) >= APART for dx, taken in near)
        heights.append(own if is_free else float(next(free, own)))
    return heights


def mark_of(label: Label) -> TurnMark:
    """Return a label as a sign with a name."""
    sign, name = LABELS[label]
    return TurnMark(label.value, sign, str(name))


def _chances(reviewed: Sequence[TurnReview], side: int) -> list[float]:
    """Return the chance of a side before the first turn and after each."""
    return [0.5, *(t.chance if t.seat % 2 == side else 1 - t.chance for t in reviewed)]


def _x(number: int, reviewed: Sequence[TurnReview]) -> float:
    return round(WIDTH * number / max(1, len(reviewed)), 1)


def _y(chance: float) -> float:
    return round(EDGE + (HEIGHT - 2 * EDGE) * (1 - chance), 1)


def reviewed_turn(
    seen: Seen, turn: TurnReview, chances: Sequence[float] = (0.5, 0.5)
) -> ReviewedTurn:
    """Return a turn for a viewer; `chances`: of the side above, before it and after it."""
    side = 0 if seen.number is None else seen.number % 2
    return ReviewedTurn(
        number=turn.number,
        choice=_choice(seen, turn, _("Turn %(number)s") % {"number": turn.number}),
        before=round(100 * chances[0]),
        after=round(100 * chances[1]),
        open_loss=per_cent(turn.open_loss) if turn.open_loss >= turn.loss + NAMED_LUCK else "",
        luck=_signed(turn.luck) if abs(turn.luck) >= NAMED_LUCK else "",
        played_signs=draw_events(turn.played_events, side, turn.seat % 2),
        answers=[
            reviewed_answer(seen, turn, answer) for answer in turn.answers if not answer.is_mulligan
        ],
    )


def reviewed_answer(seen: Seen, turn: TurnReview, answer: AnswerReview) -> ReviewedChoice:
    """Return an answer outside of its seat's own turn for a viewer."""
    if answer.is_mulligan:
        return _choice(seen, answer, _("Mulligan"))
    return _choice(seen, answer, _("Answer in turn %(number)s") % {"number": turn.number})


def _choice(seen: Seen, choice: TurnReview | AnswerReview, title: str) -> ReviewedChoice:
    side = 0 if seen.number is None else seen.number % 2
    chooser = choice.seat % 2
    names = player_names(seen.seats)
    is_own = seen.number == choice.seat
    return ReviewedChoice(
        title=title,
        name=seen.seats[choice.seat].name,
        whose="mine" if chooser == side else "theirs",
        mark=mark_of(choice.label),
        unfolded=choice.label in MARKED,
        loss=_with_error(choice.loss, choice.error) if choice.loss >= NAMED_LOSS else "",
        missed_win=choice.missed_win,
        played=plan_sentences(choice.played, choice.seat, names),
        better=plan_sentences(choice.better, choice.seat, names),
        better_signs=draw_events(choice.better_events, side, chooser),
        causes=cause_sentences(choice.causes, is_yours=is_own and len(seen.seats) == 2),
        replay=reverse("replay_at", args=[seen.game.pk, choice.before]),
        at=f"{choice.before}:{choice.seat}",
    )


def _summary(seen: Seen, reviewed: Sequence[TurnReview], which: int, side: int) -> SideSummary:
    own = [turn for turn in reviewed if turn.seat % 2 == which]
    answers = [answer for turn in reviewed for answer in turn.answers if answer.seat % 2 == which]
    labels = Counter([*(turn.label for turn in own), *(answer.label for answer in answers)])
    return SideSummary(
        name=side_name(seen.seats, which),
        whose="mine" if which == side else "theirs",
        accuracy=accuracy(turn.loss for turn in own),
        counts=[(mark_of(label), labels[label]) for label in IN_ORDER],
        luck=_signed(sum(turn.luck for turn in own)),
    )


def _key_turns(
    reviewed: Sequence[TurnReview], turns: Sequence[ReviewedTurn], chances: Sequence[float]
) -> list[ReviewedTurn]:
    """Return the turns that lost or changed the most, in their order."""

    def weight(place: int) -> float:
        return max(reviewed[place].loss, abs(chances[place + 1] - chances[place]))

    heaviest = sorted(range(len(turns)), key=weight, reverse=True)[:KEY_TURNS]
    return [turns[place] for place in sorted(heaviest)]


def per_cent(share: float, digits: int = 0) -> str:
    """Return a share in per cent, in the numbers of the language."""
    return _("%(n)s %%") % {"n": number_format(100 * share, digits)}


def _with_error(share: float, error: float) -> str:
    """Return a share in per cent with its standard error, where one is known."""
    if not error:
        return per_cent(share)
    numbers = f"{number_format(100 * share, 0)} ± {number_format(100 * error, 0)}"
    return _("%(n)s %%") % {"n": numbers}


def _signed(share: float) -> str:
    number = round(100 * share)
    return _("%(n)s %%") % {"n": f"{number:+d}".replace("-", "−") if number else "0"}
