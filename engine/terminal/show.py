"""Drawing a table as text, from the view of a seat."""

from engine.agents import AGENTS, NUMBER
from engine.game import Game
from engine.names import FACTIONS, PLANETS
from engine.public_types import CardsView, View
from engine.table import CONTROL_ZONE
from engine.terminal.files import Complaint
from engine.terminal.screen import Signs


def opened(game: Game, seat: int | None = None) -> View:
    """Return the view of a seat; without one, a view with all hands open.

    Raises `Complaint` for a seat that the game has not.
    """
    view = game.view(None)
    seats = range(view["players"])
    if seat is not None:
        if seat not in seats:
            raise Complaint(f"There is no seat {seat} in a game of {len(seats)}.")
        return game.view(seat)
    own = [game.view(number) for number in seats]
    view["hands"] = [own[number]["hands"][number] for number in seats]
    view["prices"] = {card: price for mine in own for card, price in mine["prices"].items()}
    return view


def draw(view: View, signs: Signs) -> list[str]:
    """Return the lines of a drawing: side 0 on the left, side 1 on the right."""
    tokens = view["tokens"]
    lines = [_title(view), ""]
    lines.append(f"{'':12}{'side 0':>22}   {'':21}   {'side 1':22}  bonus token")
    for planet, (name, sign) in enumerate(zip(PLANETS, signs.planets, strict=True)):
        left, right = (_column(side["columns"][name], signs) for side in view["sides"])
        track = _track(view["discs"][PLANETS[planet]], signs)
        label = f"{sign} {name}".strip()
        token = tokens.get(name, signs.none)
        lines.append(f"{label:12}{left:>22}   {track}   {right:22}  {token}")
    lines.append("")
    lines += [_side(view, side, signs) for side in (0, 1)]
    levels = [f"{name} {tokens[name]}" for name in FACTIONS if name in tokens]
    lines.append(f"tokens at level 2: {', '.join(levels) or signs.none}")
    lines.append("")
    for seat, hand in enumerate(view["hands"]):
        lines += _hand(view, seat, hand)
    return lines


def _title(view: View) -> str:
    outcome = view["outcome"]
    if outcome is not None:
        how = outcome["victory"]
        state = "drawn" if how is None else f"side {outcome['winner']} has won: {how} victory"
    else:
        asked = [seat for decision in view["pending"] for seat in decision["seats"]]
        to_move = view["to_move"]
        seats = asked if view["phase"] == "mulligan" or to_move is None else [to_move]
        names = " or ".join(map(str, seats))
        state = (
            f"mulligan: seats {names}" if view["phase"] == "mulligan" else f"turn of seat {names}"
        )
    cards, discard = view["deck"]["count"], len(view["discard"])
    secret = ", Secret Agents" if view["secret_agents"] else ""
    return (
        f"{state}   (boards {view['boards']}{secret}; deck {cards}, discard {discard}, "
        f"tokens {view['token_supply']['count']}, discard {len(view['token_discard'])})"
    )


def _column(cards: list[str], signs: Signs) -> str:
    return f"{cards[-1]} ({len(cards)})" if cards else signs.none


def _track(at: int | None, signs: Signs) -> str:
    """Draw a track from the control zone of side 0 to that of side 1."""
    spaces = [signs.space] * 9
    spaces[CONTROL_ZONE] = signs.centre
    if at is not None:
        spaces[CONTROL_ZONE - at] = signs.disc
    return f"[{spaces[0]}| {' '.join(spaces[1:8])} |{spaces[8]}]"


def _side(view: View, number: int, signs: Signs) -> str:
    side = view["sides"][number]
    technologies = zip(FACTIONS, view["boards"], strict=True)
    levels = "  ".join(
        f"{name} {letter}{side['technologies'][name]}" for name, letter in technologies
    )
    badge = view["badge"]
    has = f"  badge {badge['face']}" if badge is not None and badge["side"] == number else ""
    won = " ".join(side["won"]) or signs.none
    return (
        f"side {number}: {side['credits']:3} credits {side['zenithium']:2} zenithium   "
        f"{levels}{has}   won: {won}"
    )


def _hand(view: View, seat: int, hand: CardsView) -> list[str]:
    if hand["cards"] is None:
        return [f"hand of seat {seat}: {hand['count']} cards"]
    lines = [f"hand of seat {seat}:{'' if hand['cards'] else ' empty'}"]
    for slug in hand["cards"]:
        agent = AGENTS[NUMBER[slug]]
        line = f"  {slug:16}{PLANETS[agent.planet]:9}{FACTIONS[agent.faction]:8}"
        price = view["prices"].get(slug)
        if price is not None:
            develop = price["develop"]
            line += f"recruit {price['recruit']:2} credits"
            line += "" if develop is None else f", develop {develop} zenithium"
        lines.append(line.rstrip())
    return lines
