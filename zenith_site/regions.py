"""Regions: parts of a page that an answer leaves out if the page shows them already.

    {{ region("lane-mars", "tables/_lane.jinja", lane=lane) }}

renders the template with the given values alone. Its root element carries the region's name as
`id`, and `{{ as_region }}`: a digest of the values, the language and the time zone. A request of
htmx lists the regions of its page in `X-Regions` (static/js/regions.js). For a region with the same
digest the function renders an empty element with `data-kept`, and the page keeps what it has.

Values are strings, numbers, dates, and dataclasses and containers of them: a digest is taken of
their `repr`. A model instance would look the same after a change: `tests/test_regions.py`.
"""

import re
from functools import cache
from hashlib import blake2b
from typing import Any

from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from accounts.requests import shown_by
from common.release import release

OF_ALL = ("request", "csrf_token", "csrf_input")
"""What each region has beside its values; pages look the same whatever they are."""
ROOT = re.compile(r"<([a-z][a-z0-9]*)\b")


@pass_context
def region(
    context: Context, name: str, template_name: str, *, keep: bool = False, **values: Any
) -> SafeString:
    """Return a region's HTML, or an empty element if the page has the region as it is now.

    `keep`: the caller knows that it has (`shown_by`), and has not made the values.
    """
    request = context.get("request")
    digests = {} if request is None else shown_by(request)
    digest = digests.get(name, "") if keep else _digest(template_name, values)
    if digest and digests.get(name) == digest:
        tag = _root(context.environment, template_name)
        # Of a kept region it is what the request says: never trusted.
        return format_html('<{0} id="{1}" data-region="{2}" data-kept></{0}>', tag, name, digest)
    values["as_region"] = format_html('data-region="{}"', digest)
    values |= {name: context.get(name) for name in OF_ALL}
    return SafeString(context.environment.get_template(template_name).render(values))


def _digest(template_name: str, values: dict[str, object]) -> str:
    where = translation.get_language(), timezone.get_current_timezone_name(), release()
    return blake2b(repr((template_name, where, values)).encode(), digest_size=6).hexdigest()


@cache
def _root(environment: Environment, template_name: str) -> str:
    """Return the tag of a template's root element."""
    assert environment.loader is not None
    source, _path, _is_fresh = environment.loader.get_source(environment, template_name)
    match = ROOT.search(source)
    assert match is not None, template_name
    return match[1]
