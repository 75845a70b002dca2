"""Opening cases: at most one open case for the same people and kind."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.fairplay.detection import Evidence
from games.fairplay.models import Case, CaseKind, CaseState


def key_of(kind: CaseKind, people: Iterable[int]) -> str:
    """Return the key that identifies a case, independent of the order of its people."""
    return " ".join([kind.value, *map(str, sorted(people))])


def open_case(kind: CaseKind, people: Iterable[int], evidence: Evidence, now: datetime) -> Case:
    """Return the open case for these people with this evidence, creating it if needed."""
    key, user_ids = key_of(kind, people), sorted(people)
    with transaction.atomic():
        case = Case.objects.select_for_update().filter(key=key, state=CaseState.OPEN).first()
        if case is None:
            fields = {"kind": kind, "evidence": evidence, "opened_at": now, "updated_at": now}
            case, new = Case.objects.get_or_create(key=key, state=CaseState.OPEN, defaults=fields)
            if new:
                case.people.set(user_ids)
            return case
        if evidence != case.evidence:
            if set(evidence["games"]) - set(case.evidence["games"]):
                case.updated_at = now
            case.evidence = evidence
            case.save(update_fields=["evidence", "updated_at"])
    return case


def settled_games(kind: CaseKind, people: Iterable[int]) -> set[int]:
    """Return the games that moderators have already reviewed in closed cases of these people."""
    closed = Case.objects.filter(key=key_of(kind, people)).exclude(state=CaseState.OPEN)
    evidences = closed.values_list("evidence", flat=True)
    return {game for evidence in evidences for game in evidence["games"]}
