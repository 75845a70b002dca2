"""Labels, plans and hints in words."""

from collections.abc import Iterable, Sequence

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine import Text
from engine.analysis.review import Advice, Cause, Label, PlannedAnswer, describe_cause
from engine.words import describe_action
from games.review.models import Hint
from games.review.services.hints import last_stage
from games.review.stored import advice_from_json
from games.symbols.happened import draw_events
from games.tables.page.text import agent_link, linked
from games.tables.providers import HintPanel

LABELS: dict[Label, tuple[str, str | Promise]] = {
    Label.BEST: ("★", gettext_lazy("best")),
    Label.GOOD: ("✓", gettext_lazy("good")),
    Label.INACCURACY: ("?!", gettext_lazy("inaccuracy")),
    Label.MISTAKE: ("?", gettext_lazy("mistake")),
    Label.BLUNDER: ("??", gettext_lazy("blunder")),
}
"""Label -> its sign, and its name."""


def plan_sentences(
    answers: Iterable[PlannedAnswer], seat: int, names: Sequence[str | Text]
) -> list[SafeString]:
    """Return the answers of a plan as sentences with links to the cards."""
    return [
        linked(describe_action(answer.action, answer.source, seat, names), set())
        for answer in answers
    ]


def cause_sentences(causes: Iterable[Cause], *, is_yours: bool = False) -> list[SafeString]:
    """Return the causes why a plan is better, as sentences with links to the cards.

    `is_yours`: whether the reader is the player of the turn, against one opponent.
    """
    return [linked(describe_cause(cause, is_yours), set()) for cause in causes]


def hint_panel(
    hint: Hint | None, used: int, path: str, seat: int, names: Sequence[str | Text]
) -> HintPanel:
    """Return what a seat has been shown for its question, and the button for more."""
    count = ngettext("%(n)s hint used", "%(n)s hints used", used) % {"n": used} if used else ""
    if hint is None:
        return HintPanel((), "", _("Give me a hint"), path, count)
    advice = advice_from_json(hint.advice)
    cards = advice.cards
    if hint.stage == Hint.NUDGE:
        return HintPanel((_nudge(advice),), "", _("Show the turn"), path, count, cards)
    turn = plan_sentences(advice.answers, seat, names)
    lines = [_paragraph(_("The engine would play this:"), turn)]
    reasons = hint.stage == Hint.REASONS
    if reasons:
        why = _("Why, against its second choice:")
        lines.append(_paragraph(why, cause_sentences(advice.causes, is_yours=len(names) == 2)))
    do = "" if reasons or last_stage(hint) == Hint.TURN else _("Why?")
    signs = draw_events(advice.events, seat % 2, seat % 2)
    return HintPanel(tuple(lines), signs, do, path, count, cards)


def _paragraph(title: str, sentences: Iterable[SafeString]) -> SafeString:
    """Return sentences behind their title, as HTML."""
    text = format_html_join(" ", "{}", ((sentence,) for sentence in sentences))
    return format_html("<b>{}</b> {}", title, text)


def _nudge(advice: Advice) -> SafeString:
    sentence = _("Look at this card: %(agent)s.") % {"agent": "{}"}
    return format_html(sentence, agent_link(advice.card))
