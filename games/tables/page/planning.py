"""Plans on the page: trying a turn while waiting, and offering the kept plan in the turn."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Event
from engine import Game as EngineGame
from games.tables.page.decision import DecisionPanel
from games.tables.page.drafting import Drafting, DraftStep
from games.tables.page.text import player_names
from games.tables.selectors import Seen
from games.tables.services import plans
from games.tables.services.drafts import play_draft
from games.tables.services.plans import Plan


@dataclass(slots=True)
class PlanStep(DraftStep):
    """An answer of a plan."""

    changed: bool = False
    """Whether it does something else now than when the plan was kept."""
    before: list[SafeString] = field(default_factory=list)
    """What it did then."""


@dataclass(slots=True)
class PlanOffer:
    """The plan of a player: offered in the player's turn, or shown while the player waits."""

    steps: list[PlanStep]
    broken: str = ""
    """The first answer that is not possible any more."""
    kept: bool = True


def planning(seen: Seen, linked_agents: set[str]) -> Drafting:
    """Return the plan that the viewer, who can plan, tries: as the draft of an imagined turn."""
    seat = seen.own
    assert seat is not None
    return _drafting(seen, plans.ahead_of(seen.engine, seat), linked_agents)


def _drafting(seen: Seen, ahead: EngineGame, linked_agents: set[str]) -> Drafting:
    assert seen.own is not None
    actions = plans.legal(ahead, seen.own.number, Plan.of(seen.own).actions)
    draft = play_draft(ahead, seen.own.number, actions)
    return Drafting(ahead, seen.game, seen.own, player_names(seen.seats), draft, linked_agents)


def mark_planning(panel: DecisionPanel) -> None:
    """Turn the decision region of an imagined turn into one that plans."""
    panel.planning, panel.mine = True, False
    if panel.kind == "confirm":
        panel.question, panel.note = _("Your plan ends here."), ""
    elif panel.kind == "wait":  # nothing can be played
        panel.question = _("You couldn't play anything.")


def offer(seen: Seen, drafted: Drafting | None, linked_agents: set[str]) -> PlanOffer | None:
    """Return the plan to be shown at the table: in the turn if it is kept, and while waiting."""
    seat = seen.own
    if seat is None or not seat.plan or seat.played_by_id is not None:
        return None
    plan = Plan.of(seat)
    if drafted is None:
        if not plans.can_plan(seen.game, seat, seen.user):
            return None
        ahead = plans.ahead_of(seen.engine, seat)
    else:
        decision = drafted.draft.decision
        in_turn = decision is not None and decision.kind in plans.IN_OWN_TURN
        if not (plan.kept and in_turn and drafted.seat == seat and not drafted.draft.actions):
            return None
        ahead = drafted.engine
    return _offer(_drafting(seen, ahead, linked_agents), plan)


def _offer(drafting: Drafting, plan: Plan) -> PlanOffer:
    now = plans.steps_of(drafting.engine, drafting.seat.number, drafting.draft.actions)
    steps = []
    for number, step in enumerate(drafting.steps()):
        then = plan.then[number] if number < len(plan.then) else None
        before: list[SafeString] = []
        changed = then is not None and _as_stored(now[number]) != then
        if then is not None and changed:
            events = [Event.from_json(event) for event in then]
            before = drafting.consequences(drafting.draft.actions[number], events)
        steps.append(PlanStep(step.sentence, step.consequences, changed, before))
    rest = plan.actions[len(drafting.draft.actions) :]
    broken = drafting.sentence(rest[0]) if rest else ""
    return PlanOffer(steps, broken, plan.kept)


def _as_stored(events: Sequence[Event]) -> list[dict[str, object]]:
    """Return events as JSON gives them back: lists, where the engine has tuples."""
    stored: list[dict[str, object]] = json.loads(json.dumps([event.to_json() for event in events]))
    return stored
