"""Texts of the API's description in its reference."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()
CODE = re.compile(r"`([^`]+)`")


@register.filter
def with_code(text: str) -> SafeString:
    """Return a text as HTML, in which words between backticks are code."""
    return SafeString(CODE.sub(r"<code>\1</code>", escape(text)))
