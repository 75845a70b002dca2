"""The loader of the site's own templates."""

import re
from collections.abc import Iterator

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")
TAG_LINE = re.compile(
    r"\n\{% (?P<tag>(?:if|elif|else|endif|for|endfor|set)\b[^%\n]*[^%\n-])%\}(?=\n(?!\{[%{#]-))"
)
"""A line with nothing but a tag; not one that takes the white space beside it away."""


def without_indentation(source: str) -> str:
    """Drop the indentation of HTML, a tenth of a table's page.

    Line breaks stay, so that errors name the right line.
    """
    return INDENTATION.sub("\n", source)


def without_empty_lines(source: str) -> str:
    """Put the line break before a tag that has a line of its own into the tag.

    So it leaves one line break, not two; white space stays wherever there was some.
    """
    return TAG_LINE.sub(r"{%\n\g<tag>%}", source)


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
