"""The hand region: the viewer's own cards."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.public_types import View
from engine.views import open_hand
from games.tables.page.board import reach
from games.tables.page.cards import AgentCard, Pick, card
from games.tables.page.decision import USE_KEYS
from games.tables.page.drafting import Drafting

FITTING = 5
"""The cards that fit side by side at full width."""


@dataclass(slots=True)
class Hand:
    """The hand region."""

    cards: list[AgentCard]
    tickable: bool = False
    """Whether an answer is made by ticking cards."""
    playable: bool = False
    """Whether a card can be chosen to be played."""

    @property
    def crowded(self) -> bool:
        """Whether the cards overlap."""
        return len(self.cards) > FITTING

    @property
    def needs_height(self) -> bool:
        """Whether its cards stand side by side and one has a long text."""
        return len(self.cards) >= FITTING and any(card.long for card in self.cards)


def drafted_hand(drafting: Drafting, chosen: str) -> Hand:
    """Return the hand after the draft, with prices and with what each card can be used for."""
    decision, view = drafting.draft.decision, drafting.draft.view
    options = decision.options if decision is not None else ()
    cards = []
    for slug in open_hand(view, drafting.seat.number):
        agent = _priced(slug, view, drafting.seat.number)
        agent.uses = [verb for verb in USE_KEYS if f"{verb} {slug}" in options]
        agent.chosen = slug == chosen
        if f"discard {slug}" in options:
            agent.pick = Pick(f"discard {slug}", drafting.sentence(f"discard {slug}"))
        cards.append(agent)
    kind = decision.kind if decision is not None else ""
    return Hand(cards, tickable=kind in ("mulligan", "share"), playable=kind == "turn")


def mark_hinted(hand: Hand, slugs: Collection[str]) -> None:
    """Mark the cards that a hint speaks of."""
    for agent in hand.cards:
        agent.hinted = agent.slug in slugs


def waiting_hand(view: View, me: int | None) -> Hand:
    """Return the hand of a viewer who has nothing to answer; empty for a spectator."""
    if me is None:
        return Hand([])
    return Hand([_priced(slug, view, me) for slug in view["hands"][me]["cards"] or ()])


def _priced(slug: str, view: View, seat: int) -> AgentCard:
    """Return a card of a seat with its prices, which a finished game has none of."""
    agent = card(slug)
    if (prices := view["prices"].get(slug)) is not None:
        agent.price, agent.develop = prices["recruit"], prices["develop"]
        agent.out_of_reach = agent.planet not in reach(view["players"], seat)
    return agent
