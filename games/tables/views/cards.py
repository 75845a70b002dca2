"""Cards of agents, each as a page's part of its own."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.agents import NUMBER
from games.tables.page import cards

A_DAY = 24 * 60 * 60


@require_safe
@cache_control(public=True, max_age=A_DAY)
def card(request: HttpRequest, language: str) -> HttpResponse:
    """The card `?agent=`, for a table page that was opened before the card appeared."""
    slug = request.GET.get("agent", "")
    if slug not in NUMBER or language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        return HttpResponse(cards.opened(slug), headers={"Content-Language": language})
