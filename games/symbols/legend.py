"""The legend of the symbols, as HTML for pages."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.symbols import LEGEND, Phrase, symbols_in
from games.symbols.drawing import draw
from games.symbols.reference import meanings
from games.symbols.text import in_each_language, plain


@in_each_language
def legend() -> SafeString:
    """Return every symbol with its meaning, and how symbols are put together."""
    sections = [
        {
            "heading": plain(section.heading),
            "entries": [
                (draw(entry.phrase), plain(entry.meaning), _looked_up(entry.phrase))
                for entry in section.entries
            ],
        }
        for section in LEGEND
    ]
    return render_to_string("symbols/_legend.html", {"sections": sections})


def _looked_up(phrase: Phrase) -> str:
    """Return the symbol whose cards an entry leads to; empty for several symbols or for none."""
    symbols = symbols_in(phrase)
    single = next(iter(symbols)) if len(symbols) == 1 else None
    return str(single) if single in meanings() else ""
