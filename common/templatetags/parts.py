"""The tag by which a Django template takes in a part in Jinja2 (zenith_site/jinja.py)."""

from typing import Any

from django import template
from django.template import loader
from django.template.context import Context
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: Context, template_name: str, **values: Any) -> SafeString:
    """Return a part, rendered with the variables of the page and the given ones."""
    template = loader.get_template(template_name)
    variables: dict[Any, Any] = context.flatten()
    request = getattr(context, "request", None)  # mails and diagrams have none
    return SafeString(template.render(variables | values, request))
