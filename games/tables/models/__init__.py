"""Models of tables: games, seats, moves, chat, proposals, outages."""

from games.tables.models.game import (
    ACCESS_WORDS,
    OPEN_FOR,
    SHOWN_FROM,
    Access,
    Closing,
    Ending,
    FoldedMoves,
    Game,
    Move,
    Status,
    new_seed,
    new_token,
)
from games.tables.models.moderation import Annulment, Inspection
from games.tables.models.outages import Heartbeat, Lease, Outage
from games.tables.models.proposals import LIVE_OFFER, Proposal, ProposalKind
from games.tables.models.seat import (
    BOT_CHARACTERS,
    BOT_NAMES,
    BOT_STRENGTHS,
    NotificationLevel,
    Seat,
    Void,
)
from games.tables.models.talk import Message, Report

__all__ = [
    "ACCESS_WORDS",
    "BOT_CHARACTERS",
    "BOT_NAMES",
    "BOT_STRENGTHS",
    "LIVE_OFFER",
    "OPEN_FOR",
    "SHOWN_FROM",
    "Access",
    "Annulment",
    "Closing",
    "Ending",
    "FoldedMoves",
    "Game",
    "Heartbeat",
    "Inspection",
    "Lease",
    "Message",
    "Move",
    "NotificationLevel",
    "Outage",
    "Proposal",
    "ProposalKind",
    "Report",
    "Seat",
    "Status",
    "Void",
    "new_seed",
    "new_token",
]
