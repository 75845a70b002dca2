"""The loader of the site's own templates."""

import re
from collections.abc import Iterator

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


def without_indentation(source: str) -> str:
    """Drop the indentation of HTML, a tenth of a table's page.

    Line breaks stay, so that errors name the right line.
    """
    return INDENTATION.sub("\n", source)


class Loader(filesystem.Loader):
    """Loads templates from `DIRS`, HTML without its indentation; Jinja2 has the others."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        """Yield where a template may be."""
        if not template_name.endswith(".jinja"):
            yield from super().get_template_sources(template_name)

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template."""
        contents: str = super().get_contents(origin)
        return without_indentation(contents) if origin.name.endswith(".html") else contents
