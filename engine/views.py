"""The view of a seat or a spectator, and a whole game imagined from it.

`view` is the only place where hidden information is removed: it becomes `None`, in the same shape.
`imagine` goes the other way: it deals the unseen cards at random, so that a bot can play on from
what its seat sees, and can't know more.
"""

from collections import Counter

from engine import frames, notation, positions, rules
from engine.agents import FACTION_OF, SLUGS
from engine.boards import LEVELS, TOKEN_BAG, TOKENS
from engine.boxes import NONE_NAMED, Cards, named_cards
from engine.chance import Chance
from engine.names import VICTORIES
from engine.notation import Decision
from engine.public_types import (
    DecisionView,
    MulliganView,
    OutcomeData,
    Prices,
    SideState,
    SideView,
    VictoryProgress,
    View,
)
from engine.table import ABSOLUTE, DRAWN, NOT_CHOSEN, RUNNING, Table


def view(table: Table, seat: int | None, seed: str) -> View:
    """Return the view of a seat, or of a spectator (`None`): JSON, complete for drawing the table.

    The keys of a position, with these differences: `hands` are objects of `count` and `cards`,
    `deck` of `count` and `cards`, `token_supply` of `count` and `tokens` (`None` where hidden);
    each side has its `hand_limit` and its `progress` to the three victories as [has, needs]; a
    planet without a disc has `None`; `side_to_move` and `played` are there for two players too.
    In addition: `seat`; `phase` (`mulligan`, `turn`, `over`); `mulligan` (who has answered, and
    the viewer's own choice); `prices` (card of the viewer's hand -> what it costs now to
    `recruit`, in credits, and to `develop`, in zenithium, `None` at level 5); `pending` (who is
    asked; kind and options only for those who are); `stack` (`frames.py`); `outcome`; `seed`.
    Raises `ValueError` for a seat that the game has not.
    """
    if seat is not None and seat not in range(table.players):
        raise ValueError(f"there is no seat {seat} in a game of {table.players}")
    over = table.ending != RUNNING
    position = positions.write(table)
    hands, deck, supply = position["hands"], position["deck"], position["token_supply"]
    return {
        **position,
        "seat": seat,
        "phase": "over" if over else "mulligan" if table.mulligan else "turn",
        "side_to_move": table.side,
        "played": list(table.played),
        "sides": [_side(table, side, has) for side, has in enumerate(position["sides"])],
        "hands": [
            {"count": len(cards), "cards": cards if over or owner == seat else None}
            for owner, cards in enumerate(hands)
        ],
        "deck": {"count": len(deck), "cards": deck if over else None},
        "token_supply": {"count": len(supply), "tokens": supply if over else None},
        "mulligan": _mulligan(table, seat),
        "prices": {} if seat is None else _prices(table, seat),
        "pending": [_pending(decision, seat) for decision in decisions(table)],
        "stack": frames.write(table),
        "outcome": outcome(table),
        "seed": seed if over else None,
    }


def in_own_turn(view: View) -> View:
    """Return the view of a seat as if its turn began now, on the table as it stands.

    Of a team that has the turn, the teammate who is about to play has played.
    """
    seat = seat_of(view)
    mate = view["to_move"] if view["side_to_move"] == seat % 2 and not view["played"] else None
    return {
        **view,
        "phase": "turn",
        "to_move": seat,
        "side_to_move": seat % 2,
        "played": [] if mate is None or mate == seat else [mate],
        "stack": frames.at_turn(seat % 2),
    }


def seat_of(view: View) -> int:
    """Return the seat of a view; `ValueError` for a spectator's."""
    if view["seat"] is None:
        raise ValueError("this is the view of a spectator")
    return view["seat"]


def cards_of(view: View) -> Cards:
    """Return the cards that the game of a view is played with; `BadSetup` for unknown boxes."""
    return named_cards(view["secret_agents"], view.get("boxes", NONE_NAMED))


def open_hand(view: View, seat: int) -> list[str]:
    """Return the cards of a hand that a view shows; `ValueError` for a hidden one."""
    cards = view["hands"][seat]["cards"]
    if cards is None:
        raise ValueError(f"the view does not show the hand of seat {seat}")
    return cards


def decisions(table: Table) -> tuple[Decision, ...]:
    """Return the open decisions: one per seat in the mulligan, one afterwards, none at the end."""
    if table.ending != RUNNING:
        return ()
    if table.mulligan:
        return notation.mulligan_decisions(table)
    return (notation.decision(table),)


def outcome(table: Table) -> OutcomeData | None:
    """Return `winner` and `victory` of a game that has ended."""
    if table.ending == RUNNING:
        return None
    if table.ending == DRAWN:
        return {"winner": None, "victory": None}
    return {"winner": table.winner, "victory": VICTORIES[table.ending - ABSOLUTE]}


def _side(table: Table, side: int, has: SideState) -> SideView:
    return {
        **has,
        "hand_limit": table.hand_limit(side),
        "progress": _progress(table.won[side]),
    }


def _pending(decision: Decision, seat: int | None) -> DecisionView:
    asked = seat in decision.seats
    return {
        "seats": list(decision.seats),
        "kind": decision.kind if asked else None,
        "options": list(decision.options) if asked else None,
        "source": decision.source,
        "optional": decision.optional if asked else None,
    }


def _mulligan(table: Table, seat: int | None) -> MulliganView:
    replaced = None
    if table.mulligan and seat is not None and table.mulligan[seat] != NOT_CHOSEN:
        cards = rules.chosen_cards(table.hands[seat], table.mulligan[seat])
        replaced = [SLUGS[card] for card in cards]
    answered = [other for other, choice in enumerate(table.mulligan) if choice != NOT_CHOSEN]
    return {"answered": answered, "replaced": replaced}


def _prices(table: Table, seat: int) -> dict[str, Prices]:
    side = seat % 2
    prices: dict[str, Prices] = {}
    for card in table.hands[seat]:
        level = table.levels[3 * side + FACTION_OF[card]]
        develop = None if level == LEVELS else level + 1
        prices[SLUGS[card]] = {"recruit": table.price(side, card), "develop": develop}
    return prices


def _progress(won: tuple[int, ...]) -> VictoryProgress:
    most = max(Counter(won).values(), default=0)
    return {
        "absolute": [most, 3],
        "democratic": [len(set(won)), 4],
        "popular": [len(won), 5],
    }


def imagine(view: View, chance: Chance) -> Table:
    """Return a table as it might be, given what the seat of this view can see.

    Hidden cards and tokens are dealt at random, and other seats' mulligan choices are ignored; the
    same view and chance give the same table. What the view shows is kept: a view of a game that is
    over shows all. The table stands at the decision of the view. Raises `BadPosition` for an
    invalid view.
    """
    players = len(view["hands"])
    seen = {
        slug for side in view["sides"] for column in side["columns"].values() for slug in column
    }
    seen.update(view["discard"])
    deck, supply = view["deck"]["cards"], view["token_supply"]["tokens"]
    seen.update(deck or ())
    for hand in view["hands"]:
        seen.update(hand["cards"] or ())
    slugs = cards_of(view).slugs
    unseen = chance.shuffled("imagined cards", [slug for slug in slugs if slug not in seen])
    hands = []
    for hand in view["hands"]:
        if hand["cards"] is None:
            hands.append([unseen.pop() for _ in range(hand["count"])])
        else:
            hands.append(hand["cards"])
    if supply is None:
        bag = Counter(TOKENS[kind].id for kind in TOKEN_BAG)
        bag.subtract([*view["tokens"].values(), *view["token_discard"]])
        supply = chance.shuffled("imagined tokens", sorted(bag.elements()))
    position: dict[str, object] = {
        "players": view["players"],
        "secret_agents": view["secret_agents"],
        "boards": view["boards"],
        "to_move": view["to_move"],
        "discs": view["discs"],
        "badge": view["badge"],
        "discard": view["discard"],
        "side_to_move": view["side_to_move"],
        "played": view["played"],
        "sides": [
            {key: value for key, value in side.items() if key not in ("hand_limit", "progress")}
            for side in view["sides"]
        ],
        "hands": hands,
        "deck": unseen if deck is None else deck,
        "tokens": view["tokens"],
        "token_supply": supply,
        "token_discard": view["token_discard"],
    }
    if "boxes" in view:
        position["boxes"] = view["boxes"]
    table = positions.read(position, chance, mid_turn=True)
    table.stack = frames.read(view["stack"], table.cards)
    if view["phase"] == "mulligan":
        answered = view["mulligan"]["answered"]
        table.mulligan = [0 if seat in answered else NOT_CHOSEN for seat in range(players)]
    else:
        rules.run(table)
        if table.ending != RUNNING:
            table.stack = frames.read(view["stack"], table.cards)
            rules.take_back_the_draw(table)
    return table
