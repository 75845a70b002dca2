"""The pages about privacy, imprint and terms of use."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from common.caching import keepable
from common.disclosures import COOKIES, STORED
from games.legal.markup import blocks
from games.legal.models import LegalPageKind
from games.legal.texts import text_of

DESCRIPTIONS = {
    LegalPageKind.PRIVACY: _(
        "What this site stores about its players, for how long, and its cookies."
    ),
    LegalPageKind.IMPRINT: _("Who runs this site, and how to reach the operator."),
    LegalPageKind.TERMS: _("The rules for using this site: fair play, moderation, your games."),
}
"""The sentences for search engines."""


@require_safe
@keepable
def legal_page(request: HttpRequest, kind: str) -> HttpResponse:
    """A page; that about privacy also lists what is stored, and the cookies."""
    reads = get_language() or settings.LANGUAGE_CODE
    text = text_of(kind, reads)
    context = {
        "title": LegalPageKind(kind).label,
        "description": DESCRIPTIONS[LegalPageKind(kind)],
        "blocks": list(blocks(text.text)),
        "text": text,
        "is_foreign": text.language != reads,
    }
    if kind == LegalPageKind.PRIVACY:
        context |= {"stored": [*STORED.values()], "cookies": [*COOKIES.values()]}
    return render(request, "legal/page.html", context)
