"""Template tags for the small pieces of markup that many pages share.

The smallest ones appear dozens of times on a page, so they are format strings: an `{% include %}`
of a one-line template takes several times as long.
"""

from typing import Any

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from common import navigation
from common.indexing import LANGUAGE

register = template.Library()

register.simple_tag(navigation.optional_url)


@register.simple_tag(takes_context=True)
def inserts(context: Context, place: str, **values: Any) -> SafeString:
    """Return what the apps put into a place of the page: see `common.navigation.Insert`."""
    assert context.template is not None  # while it is rendered
    engine = context.template.engine
    with context.push(**values):
        return SafeString(
            "".join(engine.get_template(name).render(context) for name in navigation.inserts(place))
        )


@register.simple_block_tag(takes_context=True)
def captured(context: Context, content: SafeString, *, name: str) -> str:
    """Keep what stands between the tags in a variable, to be used in several attributes.

    It is one line of text: white space is joined, quotes are escaped.
    """
    context[name] = SafeString(" ".join(content.split()).replace('"', "&quot;"))
    return ""


@register.simple_tag(takes_context=True)
def page_address(context: Context) -> str:
    """Return the address of the page without the language that it may name."""
    request = context.get("request")
    if request is None:  # pages about errors
        return ""
    query = request.GET.copy()
    query.pop(LANGUAGE, None)
    return f"{request.path}?{query.urlencode()}" if query else str(request.path)


@register.simple_tag
def made() -> str:
    """Return the time of rendering, in seconds since 1970: a list says how fresh it is."""
    return f"{timezone.now().timestamp():.6f}"


@register.simple_tag
def hidden(*texts: Any) -> SafeString:
    """Return a text for screen readers only, with spaces around it that part it from the rest."""
    return format_html('<span class="hidden-text"> {} </span>', " ".join(map(str, texts)))


@register.simple_tag
def player(name: Any, account: str | None, *, css: str = "") -> SafeString:
    """Return a player's name, as a link to the profile if there is an account."""
    path = navigation.optional_url("profile", account) if account else ""
    if not path:
        return format_html("{}", name)
    classes = format_html(' class="{}"', css) if css else ""
    return format_html('<a{} href="{}">{}</a>', classes, path, name)
