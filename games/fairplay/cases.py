"""Opening cases: one for the same people and kind, and after a closed one only with news."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from games.fairplay.models import Case, CaseKind, CaseState


def key_of(kind: CaseKind, people: Iterable[int]) -> str:
    """Return what makes a case one, whatever the order of its people."""
    return " ".join([kind.value, *map(str, sorted(people))])


def open_case(
    kind: CaseKind, people: Iterable[int], evidence: dict[str, Any], now: datetime
) -> Case:
    """Return the open case of some people, with this evidence; a new one if there is none."""
    key, known = key_of(kind, people), sorted(people)
    with transaction.atomic():
        case = Case.objects.select_for_update().filter(key=key, state=CaseState.OPEN).first()
        if case is None:
            fields = {"kind": kind, "evidence": evidence, "opened_at": now, "updated_at": now}
            case, new = Case.objects.get_or_create(key=key, state=CaseState.OPEN, defaults=fields)
            if new:
                case.people.set(known)
            return case
        if evidence != case.evidence:
            if set(evidence["games"]) - set(case.evidence["games"]):
                case.updated_at = now
            case.evidence = evidence
            case.save(update_fields=["evidence", "updated_at"])
    return case


def settled_games(kind: CaseKind, people: Iterable[int]) -> set[int]:
    """Return the games that moderators have looked at already in closed cases of these people."""
    closed = Case.objects.filter(key=key_of(kind, people)).exclude(state=CaseState.OPEN)
    known = closed.values_list("evidence", flat=True)
    return {game for evidence in known for game in evidence["games"]}
