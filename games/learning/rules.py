"""The rules, on a page to read and on one to print."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.caching import keepable
from games.learning.diagrams import agents_in_examples
from games.learning.glossary import GLOSSARY
from games.learning.questions import FAQ
from games.tables.page.cards import opened


def contents() -> dict[str, str]:
    """Return the headings of the rules by their anchors."""
    return {
        "start": _("The start"),
        "win": _("Winning"),
        "influence": _("Influence"),
        "turn": _("A turn"),
        "recruit": _("Recruit"),
        "develop": _("Develop"),
        "lead": _("Lead"),
        "end": _("End of the turn"),
        "effects": _("Effects"),
        "four": _("Two against two"),
        "faq": _("Questions"),
        "signs": _("Symbols"),
        "words": _("Terms"),
    }


@require_safe
@keepable
def rules(request: HttpRequest, printing: bool = False) -> HttpResponse:
    """The rules page. `printing`: with all pictures below each other, and nothing to click."""
    context = {
        "printing": printing,
        "contents": contents().items(),
        "faq": FAQ,
        "glossary": GLOSSARY,
        "cards": [] if printing else [opened(slug) for slug in agents_in_examples()],
    }
    return render(request, "learning/rules.html", context)
