"""The decision region of a viewer who has nothing to answer."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from engine.public_types import View
from engine.words import describe_source
from games.tables.models import Seat
from games.tables.page.decision import DecisionPanel
from games.tables.page.text import agent_link, plain


def waiting_panel(view: View, seats: Sequence[Seat], me: int | None) -> DecisionPanel:
    """Return the names of the players who are awaited; it reveals no choice."""
    names = " · ".join(seat.short_name for seat in seats if seat.asked)
    kind = "watch" if me is None else "wait"
    if view["phase"] == "mulligan":
        question = _("Waiting for %(name)s to choose which cards to replace.") % {"name": names}
        return DecisionPanel(kind, question, note=_mulligan_note(view, me))
    note = ""
    pending = view["pending"][0] if view["pending"] else None
    mover = view["to_move"]
    if pending and mover is not None and pending["seats"][0] % 2 != mover % 2:
        words = {"name": names, "source": plain(describe_source(pending["source"]))}
        note = _("%(source)s asks %(name)s to choose in the middle of the turn.") % words
    return DecisionPanel(kind, _("Waiting for %(name)s.") % {"name": names}, note=note)


def _mulligan_note(view: View, me: int | None) -> str:
    replaced = view["mulligan"]["replaced"]
    if me is None or replaced is None:
        return ""
    if not replaced:
        return _("You keep all your cards.")
    names = format_html_join(", ", "{}", ((agent_link(slug),) for slug in replaced))
    return format_html(_("You replace %(names)s.") % {"names": "{}"}, names)
