"""Reviews of finished games: what each turn gave away, and what was luck.

`review` plays a game again and yields a `TurnReview` for each turn, so that a worker can pause
between two of them. It judges a turn by what its player could know: the hidden cards are imagined
from the view that the seat had.
"""

from engine.analysis.review.advice import Advice, advise
from engine.analysis.review.answers import AnswerReview
from engine.analysis.review.causes import Cause, describe_cause
from engine.analysis.review.labels import LABELS, LIMITS, Label, accuracy, label_of
from engine.analysis.review.plans import PlannedAnswer
from engine.analysis.review.playing_on import BUDGETS, Budget
from engine.analysis.review.turns import OWN_TURN, TurnCourse, TurnReview, course, review, turns_in

__all__ = [
    "BUDGETS",
    "LABELS",
    "LIMITS",
    "OWN_TURN",
    "Advice",
    "AnswerReview",
    "Budget",
    "Cause",
    "Label",
    "PlannedAnswer",
    "TurnCourse",
    "TurnReview",
    "accuracy",
    "advise",
    "course",
    "describe_cause",
    "label_of",
    "review",
    "turns_in",
]
