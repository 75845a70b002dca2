"""Template tags of tables: their forms, their bots, and what pages say of a user's games."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.context import Context
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from jinja2 import pass_context
from jinja2.runtime import Context as JinjaContext
from markupsafe import Markup

from engine.bots import FOR_BEGINNERS
from games.portraits.faces import face_of_bot
from games.tables import selectors, time_words
from games.tables.models import BOT_CHARACTERS, BOT_STRENGTHS

register = template.Library()

FORM_TOKEN = "zenith.form_token"
"""Where the META of a request keeps its CSRF secret and the token made of it."""


@register.simple_tag
def bots() -> list[dict[str, object]]:
    """Return the bots to choose from, the weakest first.

    `key`, `face`, `about` and `character` of each, and whether it is the `first` to be offered.
    """
    return [
        {
            "key": key,
            "face": face_of_bot(key),
            "about": about,
            "character": BOT_CHARACTERS[key],
            "first": key == FOR_BEGINNERS,
        }
        for key, about in BOT_STRENGTHS.items()
    ]


@register.simple_tag(takes_context=True)
def games_of(context: dict[str, Any]) -> selectors.Playing:
    """Return what the header says of the games of the page's user."""
    if "playing" in context:
        given: selectors.Playing = context["playing"]
        return given
    user = context.get("user")
    if user is None or not user.is_authenticated:
        return selectors.Playing()
    request = context["request"]
    if not hasattr(request, "playing"):  # the header and the bottom bar ask
        request.playing = selectors.playing(user)
    known: selectors.Playing = request.playing
    return known


@register.filter
def is_soon(deadline: datetime | None) -> bool:
    """Whether a deadline is less than twelve hours away."""
    return deadline is not None and deadline - timezone.now() < timedelta(hours=12)


@register.filter
def span(seconds: int) -> str:
    """Return a time in words."""
    return time_words.span(seconds)


@register.simple_block_tag(takes_context=True)
def table_form(
    context: Context, content: SafeString, action: str, seq: int | None = None, **attributes: Any
) -> SafeString:
    """Render a form of the table page: it posts with htmx and swaps the table.

    `seq` is the move that the page shows. Further arguments become attributes; an underscore in
    a name stands for a hyphen, and attributes whose value is None or False are left out.
    """
    return _table_form(form_token(context.get("request")), content, action, seq, attributes)


@pass_context
def jinja_table_form(
    context: JinjaContext,
    action: str,
    seq: int | None = None,
    *,
    caller: Callable[[], Markup],
    **attributes: Any,
) -> SafeString:
    """Render the same form in Jinja2: `{% call table_form(path) %}…{% endcall %}`."""
    token = form_token(context.get("request"))
    return _table_form(token, caller(), action, seq, attributes)


def form_token(request: HttpRequest | None) -> str:
    """Return the CSRF token for all forms of an answer, masked once; empty without a request.

    A mask takes 32 calls of the system, and each of them may let another thread run first.
    """
    if request is None:
        return ""
    secret: str | None
    token: str
    secret, token = request.META.get(FORM_TOKEN, (None, ""))
    if not token or secret != request.META.get("CSRF_COOKIE"):  # a log-in changes the secret
        token = str(get_token(request))
        request.META[FORM_TOKEN] = request.META["CSRF_COOKIE"], token
    return token


def _table_form(
    token: str, content: str, action: str, seq: int | None, attributes: dict[str, object]
) -> SafeString:
    extra = format_html_join(
        "",
        "{}",
        (
            (_attribute(name, value),)
            for name, value in attributes.items()
            if value is not None and value is not False
        ),
    )
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
