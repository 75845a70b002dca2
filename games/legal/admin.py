"""Legal pages in the administration."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from common.admin_base import OwnFilters
from common.bodies import takes_up_to
from games.legal.models import LegalPage, LegalPageKind
from games.legal.texts import default_text

LONGEST_FORM = 512 * 1024
"""Bytes of a form with the longest text: a character takes up to twelve."""


class LegalPageForm(forms.ModelForm):
    """The text of a page in one language."""

    class Meta:
        """All that is written."""

        model = LegalPage
        fields = ("kind", "language", "text")
        help_texts: ClassVar = {
            "text": _(
                "An empty line ends a paragraph. A line that begins with “## ” is a heading, lines"
                " that begin with “- ” are a list. Addresses become links. Below the text about"
                " privacy, the page lists what is stored and the cookies by itself."
            )
        }


@admin.register(LegalPage)
class LegalPageAdmin(OwnFilters):
    """The operator's own texts; what is missing has a default."""

    form = LegalPageForm
    list_display = ("__str__", "updated_at")
    list_filter = ("kind", "language")
    change_list_template = "admin/legal/legalpage/change_list.html"

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with the default text of the page and language that the address names."""
        kind, language = request.GET.get("kind", ""), request.GET.get("language", "")
        if kind not in LegalPageKind.values or language not in dict(settings.LANGUAGES):
            return {}
        return {"kind": kind, "language": language, "text": default_text(kind, language)}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with links that begin a text which is not written yet."""
        written = set(LegalPage.objects.values_list("kind", "language"))
        missing = [
            LegalPage(kind=kind, language=language)
            for kind in LegalPageKind.values
            for language, _name in settings.LANGUAGES
            if (kind, language) not in written
        ]
        context = {"missing": missing, **(extra_context or {})}
        response: HttpResponse = super().changelist_view(request, context)
        return response

    def get_urls(self) -> Any:
        """Let the forms of a text be longer than others."""
        urls = super().get_urls()
        for url in urls:
            url.callback = takes_up_to(LONGEST_FORM)(url.callback)
        return urls
