"""Reviews and advice as JSON, and back."""

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from engine import Event
from engine.analysis.review import Advice, AnswerReview, Cause, Label, PlannedAnswer, TurnReview
from engine.public_types import EventData


class PlannedAnswerData(TypedDict):
    """An answer of a plan."""

    action: str
    source: str


class CauseData(TypedDict):
    """A cause: its kind, a planet or faction, a number."""

    kind: str
    what: str
    n: int


class _Judged(TypedDict):
    seat: int
    before: int
    loss: float
    label: str
    missed_win: bool
    played: list[PlannedAnswerData]
    better: list[PlannedAnswerData]
    better_events: list[EventData]
    causes: list[CauseData]
    error: NotRequired[float]


class AnswerData(_Judged):
    """A reviewed answer outside of its seat's own turn."""


class TurnData(_Judged):
    """A reviewed turn; reviews of earlier versions lack what is not required."""

    number: int
    last: int
    chance: float
    open_loss: float
    luck: float
    played_events: list[EventData]
    agrees: NotRequired[bool]
    answers: NotRequired[list[AnswerData]]


class AdviceData(TypedDict):
    """Advice to a seat."""

    chance: float
    answers: list[PlannedAnswerData]
    events: list[EventData]
    causes: list[CauseData]


def turn_to_json(turn: TurnReview) -> TurnData:
    """Return a reviewed turn as JSON."""
    return {
        "number": turn.number,
        "last": turn.last,
        "chance": turn.chance,
        "open_loss": turn.open_loss,
        "luck": turn.luck,
        "played_events": _events_to_json(turn.played_events),
        "agrees": turn.agrees,
        "answers": [_answer_to_json(answer) for answer in turn.answers],
        **_judged(turn),
    }


def turn_from_json(data: TurnData) -> TurnReview:
    """Return the turn that `turn_to_json` wrote."""
    return TurnReview(
        number=data["number"],
        seat=data["seat"],
        before=data["before"],
        last=data["last"],
        chance=data["chance"],
        loss=data["loss"],
        open_loss=data["open_loss"],
        luck=data["luck"],
        label=Label(data["label"]),
        missed_win=data["missed_win"],
        played=_answers(data["played"]),
        played_events=_events(data["played_events"]),
        better=_answers(data["better"]),
        better_events=_events(data["better_events"]),
        causes=_causes(data["causes"]),
        error=data.get("error", 0.0),
        agrees=data.get("agrees", True),
        answers=tuple(answer_from_json(answer) for answer in data.get("answers", ())),
    )


def _answer_to_json(answer: AnswerReview) -> AnswerData:
    return {**_judged(answer)}


def answer_from_json(data: AnswerData) -> AnswerReview:
    """Return a reviewed answer that `turn_to_json` wrote."""
    return AnswerReview(
        seat=data["seat"],
        before=data["before"],
        loss=data["loss"],
        label=Label(data["label"]),
        missed_win=data["missed_win"],
        played=_answers(data["played"]),
        better=_answers(data["better"]),
        better_events=_events(data["better_events"]),
        causes=_causes(data["causes"]),
        error=data.get("error", 0.0),
    )


def _judged(judged: TurnReview | AnswerReview) -> _Judged:
    return {
        "seat": judged.seat,
        "before": judged.before,
        "loss": judged.loss,
        "label": judged.label.value,
        "missed_win": judged.missed_win,
        "played": _answers_to_json(judged.played),
        "better": _answers_to_json(judged.better),
        "better_events": _events_to_json(judged.better_events),
        "causes": _causes_to_json(judged.causes),
        "error": judged.error,
    }


def advice_to_json(advice: Advice) -> AdviceData:
    """Return advice as JSON."""
    return {
        "chance": advice.chance,
        "answers": _answers_to_json(advice.answers),
        "events": _events_to_json(advice.events),
        "causes": _causes_to_json(advice.causes),
    }


def advice_from_json(data: AdviceData) -> Advice:
    """Return the advice that `advice_to_json` wrote."""
    return Advice(
        chance=data["chance"],
        answers=_answers(data["answers"]),
        events=_events(data["events"]),
        causes=_causes(data["causes"]),
    )


def _answers_to_json(answers: Iterable[PlannedAnswer]) -> list[PlannedAnswerData]:
    return [{"action": answer.action, "source": answer.source} for answer in answers]


def _answers(data: Iterable[PlannedAnswerData]) -> tuple[PlannedAnswer, ...]:
    return tuple(PlannedAnswer(**answer) for answer in data)


def _causes_to_json(causes: Iterable[Cause]) -> list[CauseData]:
    return [{"kind": cause.kind, "what": cause.what, "n": cause.n} for cause in causes]


def _causes(data: Iterable[CauseData]) -> tuple[Cause, ...]:
    return tuple(Cause(**cause) for cause in data)


def _events_to_json(events: Iterable[Event]) -> list[EventData]:
    return [event.to_json() for event in events]


def _events(data: Iterable[EventData]) -> tuple[Event, ...]:
    return tuple(Event.from_json(event) for event in data)
