"""Reviews and advice as JSON, and back."""

from dataclasses import asdict
from typing import Any

from engine import Event
from engine.review import Advice, AnswerReview, Cause, Label, PlannedAnswer, TurnReview


def turn_to_json(turn: TurnReview) -> dict[str, Any]:
    """Return a reviewed turn as JSON."""
    return {
        **asdict(turn),
        "label": turn.label.value,
        "played_events": [event.to_json() for event in turn.played_events],
        "better_events": [event.to_json() for event in turn.better_events],
        "answers": [_answer_to_json(answer) for answer in turn.answers],
    }


def turn_from_json(data: dict[str, Any]) -> TurnReview:
    """Return the turn that `turn_to_json` wrote."""
    return TurnReview(
        **{
            **data,
            "label": Label(data["label"]),
            "played": _answers(data["played"]),
            "better": _answers(data["better"]),
            "played_events": _events(data["played_events"]),
            "better_events": _events(data["better_events"]),
            "causes": _causes(data["causes"]),
            # reviews of earlier versions have none
            "answers": tuple(answer_from_json(answer) for answer in data.get("answers", ())),
        }
    )


def _answer_to_json(answer: AnswerReview) -> dict[str, Any]:
    return {
        **asdict(answer),
        "label": answer.label.value,
        "better_events": [event.to_json() for event in answer.better_events],
    }


def answer_from_json(data: dict[str, Any]) -> AnswerReview:
    """Return a reviewed answer that `turn_to_json` wrote."""
    return AnswerReview(
        **{
            **data,
            "label": Label(data["label"]),
            "played": _answers(data["played"]),
            "better": _answers(data["better"]),
            "better_events": _events(data["better_events"]),
            "causes": _causes(data["causes"]),
        }
    )


def advice_to_json(advice: Advice) -> dict[str, Any]:
    """Return advice as JSON."""
    return {**asdict(advice), "events": [event.to_json() for event in advice.events]}


def advice_from_json(data: dict[str, Any]) -> Advice:
    """Return the advice that `advice_to_json` wrote."""
    return Advice(
        chance=data["chance"],
        answers=_answers(data["answers"]),
        events=_events(data["events"]),
        causes=_causes(data["causes"]),
    )


def _answers(data: list[dict[str, str]]) -> tuple[PlannedAnswer, ...]:
    return tuple(PlannedAnswer(**answer) for answer in data)


def _causes(data: list[dict[str, Any]]) -> tuple[Cause, ...]:
    return tuple(Cause(**cause) for cause in data)


def _events(data: list[dict[str, Any]]) -> tuple[Event, ...]:
    return tuple(Event.from_json(event) for event in data)
