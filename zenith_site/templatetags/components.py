"""Template tags for the small pieces of markup that many pages share.

The smallest ones appear dozens of times on a page, so they are format strings: an `{% include %}`
of a one-line template takes several times as long.
"""

from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, *, coloured: bool = False) -> SafeString:
    """Return an icon of the sprite, hidden from screen readers, in its own colour or the text's."""
    classes = f"icon {name}" if coloured else "icon"
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="#icon-{}"/></svg>', classes, name
    )


@register.simple_tag
def sign(planet: str, *, label: str = "", extra: str = "") -> SafeString:
    """Return the sign of a planet; screen readers read its label, if it has one."""
    spoken = SafeString('aria-hidden="true"')
    if label:
        spoken = format_html('role="img" aria-label="{}"', label)
    classes = f"{extra} {planet}" if extra else planet
    return format_html(
        '<svg class="sign {}" {}><use href="#sign-{}"/></svg>', classes, spoken, planet
    )


@register.simple_tag
def hidden(*texts: Any) -> SafeString:
    """Return a text for screen readers only, with spaces around it that part it from the rest."""
    return format_html('<span class="hidden-text"> {} </span>', " ".join(map(str, texts)))


@register.simple_tag
def player(name: Any, account: str | None, *, css: str = "") -> SafeString:
    """Return a player's name, as a link to the profile if there is an account."""
    if not account:
        return format_html("{}", name)
    classes = format_html(' class="{}"', css) if css else ""
    return format_html('<a{} href="{}">{}</a>', classes, reverse("profile", args=[account]), name)


@register.simple_block_tag(takes_context=True)
def table_form(
    context: Context, content: SafeString, action: str, seq: int | None = None, **attributes: Any
) -> SafeString:
    """Render a form of the table page: it posts with htmx and swaps the table.

    `seq` is the move that the page shows. Further arguments become attributes; an underscore in
    a name stands for a hyphen, and attributes whose value is None or False are left out.
    """
    extra = format_html_join(
        "",
        "{}",
        (
            (_attribute(name, value),)
            for name, value in attributes.items()
            if value is not None and value is not False
        ),
    )
    token = context.get("csrf_token", "")
    moves = ""
    if seq is not None:
        moves = format_html('<input type="hidden" name="seq" value="{}">', seq)
    return format_html(
        '<form method="post" action="{0}" hx-post="{0}" hx-target="#table" hx-swap="outerMorph"{1}>'
        '<input type="hidden" name="csrfmiddlewaretoken" value="{2}">{3}{4}</form>',
        action,
        extra,
        token,
        moves,
        content,
    )


def _attribute(name: str, value: Any) -> SafeString:
    name = name.replace("_", "-")
    return format_html(" {}", name) if value is True else format_html(' {}="{}"', name, value)
