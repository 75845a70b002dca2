"""The tag of regions: parts of a page that an answer leaves out if the page shows them already.

    {% region "lane-mars" "tables/_lane.html" lane=lane %}

renders the template with the given values alone. Its root element carries the region's name as
`id`, and `{{ region }}`: a digest of the values, the language and the time zone. A request of htmx
lists the regions of its page in `X-Regions` (static/js/regions.js). For a region with the same
digest the tag renders an empty element with `data-kept`, and the page keeps what it has.

Values are strings, numbers, dates, and dataclasses and containers of them: a digest is taken of
their `repr`. A model instance would look the same after a change: `tests/test_regions.py`.
"""

import re
from functools import cache
from hashlib import blake2b
from typing import Any

from django import template
from django.conf import settings
from django.template import Template
from django.template.context import Context
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.requests import shown_by

register = template.Library()

ROOT = re.compile(r"<([a-z][a-z0-9]*)\b")


@register.simple_tag(takes_context=True)
def region(
    context: Context, name: str, template_name: str, *, keep: bool = False, **values: Any
) -> SafeString:
    """Return a region's HTML, or an empty element if the page has the region as it is now.

    `keep`: the caller knows that it has (`shown_by`), and has not made the values.
    """
    request = getattr(context, "request", None)  # not a variable: regions have only their values
    shown = {} if request is None else shown_by(request)
    digest = shown.get(name, "") if keep else _digest(template_name, values)
    found = _template(context, template_name)
    if digest and shown.get(name) == digest:
        tag = _root(found)
        return format_html('<{0} id="{1}" data-region="{2}" data-kept></{0}>', tag, name, digest)
    inner = context.new(values | {"region": format_html('data-region="{}"', digest)})
    inner["csrf_token"] = context.get("csrf_token")
    return found.render(inner)


def _digest(template_name: str, values: dict[str, Any]) -> str:
    where = translation.get_language(), timezone.get_current_timezone_name(), _release()
    return blake2b(repr((template_name, where, values)).encode(), digest_size=6).hexdigest()


def _template(context: Context, name: str) -> Template:
    assert context.template is not None
    return context.template.engine.get_template(name)


def _root(found: Template) -> str:
    """Return the tag of a template's root element."""
    match = ROOT.search(found.source)
    assert match is not None, found.name
    return match[1]


@cache
def _release() -> int:
    """Return the time of the last change of a template: after an upgrade nothing is kept."""
    files = settings.BASE_DIR.glob("templates/**/*.html")
    return max(file.stat().st_mtime_ns for file in files)
