"""What an operator has written on the pages about privacy, imprint and terms."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_TEXT = 30_000
"""Characters."""


class LegalPageKind(models.TextChoices):
    """The pages; values are the names of their URL patterns."""

    PRIVACY = "privacy", _("Privacy")
    IMPRINT = "imprint", _("Imprint and contact")
    TERMS = "terms", _("Terms of use")


def languages() -> list[tuple[str, str]]:
    """Return the languages of the site, as choices."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]


class LegalPage(models.Model):
    """The operator's own text of a page in one language; without it, there is a default."""

    kind = models.CharField(_("page"), max_length=8, choices=LegalPageKind)
    language = models.CharField(_("language"), max_length=8, choices=languages)
    text = models.TextField(_("text"), max_length=LONGEST_TEXT)
    """In the markup of `games.legal.markup`."""
    updated_at = models.DateTimeField(_("last change"), auto_now=True)

    class Meta:
        """One text per page and language."""

        verbose_name = _("legal page")
        verbose_name_plural = _("legal pages")
        ordering = ("kind", "language")
        constraints = (
            models.UniqueConstraint(fields=["kind", "language"], name="legal_page_once"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.get_language_display()})"
