"""What happened in a turn as one row of symbols, for the log, the replay and a recap."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine import Event
from engine.symbols import Phrase, depict_event
from games.symbols.drawing import draw

RECENT = 4096
"""The events whose drawings a process keeps."""


def draw_events(
    events: Iterable[Event], reader: int, mover: int | None, before: Phrase = ()
) -> SafeString:
    """Return events as the side `reader` sees them, in a turn of the side `mover`, as HTML.

    `before`: a phrase that stands before them.

    It is hidden from screen readers: the sentences stand beside it. Give it what the reader may
    see (`event.seen_by`). Empty if no event has a symbol.
    """
    drawn = draw(before) + format_html_join(
        "", "{}", ((_event(event, reader, mover),) for event in events)
    )
    if not drawn:
        return drawn
    return format_html('<span class="signs" aria-hidden="true">{}</span>', drawn)


@lru_cache(RECENT)
def _event(event: Event, reader: int, mover: int | None) -> SafeString:
    word = depict_event(event, reader, mover)
    return draw((word,)) if word else SafeString()
