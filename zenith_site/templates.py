"""The loader of the site's own templates."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Loads templates from `DIRS` and drops the indentation of HTML, a tenth of a table's page.

    Line breaks stay, so that errors name the right line.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template."""
        contents: str = super().get_contents(origin)
        return INDENTATION.sub("\n", contents) if origin.name.endswith(".html") else contents
