"""Reading everything printed in the game."""

from typing import Annotated, Literal

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query

from games.api.operations.router import router
from games.endpoints.conditional import etag_of, not_modified
from games.endpoints.schemas import CardOut, CardsOut
from games.symbols.reference import Component, components, text_of

Kind = Literal["agent", "technology", "token", "leadership", "line"]


@router.get("/cards", response=CardsOut, tags=["Cards"])
def cards(
    request: HttpRequest,
    response: HttpResponse,
    kind: Annotated[Kind | None, Query(description="Only these.")] = None,
) -> HttpResponse | CardsOut:
    """All agents, technologies, tokens, leaderships and bonuses, with what they do in a sentence.

    The sentences are in the language that `Accept-Language` asks for: `en`, `fr` or `de`.
    """
    response["ETag"] = etag = etag_of(request)
    known = not_modified(request, etag)
    if known is not None:
        return known
    chosen = [_card(part) for part in components().values() if kind in (None, part.kind)]
    return CardsOut.model_construct(cards=chosen)


@router.get("/cards/{key}", response=CardOut, tags=["Cards"])
def card(request: HttpRequest, key: str) -> CardOut:
    """One of them."""
    component = components().get(key)
    if component is None:
        raise Http404
    return _card(component)


def _card(component: Component) -> CardOut:
    text = text_of(component.key)
    return CardOut.model_construct(
        key=component.key,
        kind=component.kind,
        name=text.name,
        sentence=text.sentence,
        symbols=sorted(str(symbol) for symbol in component.symbols),
        planet=component.planet or None,
        faction=component.faction or None,
        cost=component.cost,
        level=component.level or None,
        copies=component.copies,
        expansion=component.is_expansion,
    )
