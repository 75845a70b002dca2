"""Reading the reviews of finished games, and asking for them."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Path

from engine.analysis.review import AnswerReview, TurnReview, describe_cause
from engine.words import describe_action
from games.api.operations.router import router
from games.endpoints.access import Scope, needs, user_of, viewer_of
from games.endpoints.schemas import ReviewedAnswerOut, ReviewedTurnOut, ReviewOut
from games.endpoints.shown import seen_by, sentences_of
from games.review.models import Review, State
from games.review.services import reviews
from games.review.stored import turn_from_json
from games.tables.page.text import plain
from games.tables.selectors import Seen

GameId = Annotated[int, Path(description="The number of the game.")]


@router.get("/games/{number}/review", tags=["Games"], response=ReviewOut)
def review(request: HttpRequest, number: GameId) -> ReviewOut:
    """The review of a game that is over, turn by turn.

    `none`: it has not been asked for. Chances are of the side of the turn's player, 0 to 1.
    """
    table = seen_by(viewer_of(request), number)
    reviews.refuse_closed(table)
    return _review(table, reviews.review_of(table.game))


@router.post("/games/{number}/review", tags=["Play"], response=ReviewOut, **needs(Scope.PLAY))
def ask_for_review(request: HttpRequest, number: GameId) -> ReviewOut:
    """Ask for the review of a game that is over. It is made once for everyone."""
    table = seen_by(viewer_of(request), number)
    return _review(table, reviews.ask_for_review(user_of(request), table))


def _review(table: Seen, row: Review | None) -> ReviewOut:
    state = "none" if row is None else State(row.state).value
    is_done = row is not None and row.state == State.DONE
    turns = [turn_from_json(turn) for turn in row.turns] if row is not None and is_done else []
    return ReviewOut.model_construct(state=state, turns=[_turn(table, turn) for turn in turns])


def _turn(table: Seen, turn: TurnReview) -> ReviewedTurnOut:
    return ReviewedTurnOut.model_construct(
        **dict(_choice(table, turn)),
        number=turn.number,
        last=turn.last,
        chance=turn.chance,
        open_loss=turn.open_loss,
        luck=turn.luck,
        happened=sentences_of(table, turn.played_events),
        answers=[_choice(table, answer) for answer in turn.answers],
    )


def _choice(table: Seen, choice: TurnReview | AnswerReview) -> ReviewedAnswerOut:
    """Return what is said of a turn and of an answer outside of the own turn alike."""
    names = [seat.name for seat in table.seats]
    is_yours = table.number == choice.seat and len(table.seats) == 2
    return ReviewedAnswerOut.model_construct(
        seat=choice.seat,
        before=choice.before,
        label=choice.label.value,
        loss=choice.loss,
        error=choice.error,
        missed_win=choice.missed_win,
        played=[answer.action for answer in choice.played],
        better=[answer.action for answer in choice.better],
        better_sentences=[
            plain(describe_action(answer.action, answer.source, choice.seat, names))
            for answer in choice.better
        ],
        causes=[plain(describe_cause(cause, is_yours)) for cause in choice.causes],
    )
