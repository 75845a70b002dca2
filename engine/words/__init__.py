"""Sentences for everything in the game, ready for translation.

What is printed (`describe`), what happened (`describe_event`) or would happen (`describe_preview`),
what is asked and how it can be answered (`describe_decision`, `describe_action`). Each returns a
`Text`: a gettext message id with its parameters. An id is a whole sentence wherever the words of
the box allow it, because a sentence assembled from parts is wrong in some language.
"""

from engine.words.actions import describe_action
from engine.words.decisions import describe_decision
from engine.words.effects import (
    describe,
    describe_agent,
    describe_leadership,
    describe_line_bonus,
    describe_technology,
    describe_token,
)
from engine.words.events import describe_event, describe_outcome
from engine.words.names import (
    agent_name,
    describe_source,
    faction_name,
    planet_name,
    token_name,
)
from engine.words.previews import describe_preview

__all__ = [
    "agent_name",
    "describe",
    "describe_action",
    "describe_agent",
    "describe_decision",
    "describe_event",
    "describe_leadership",
    "describe_line_bonus",
    "describe_outcome",
    "describe_preview",
    "describe_source",
    "describe_technology",
    "describe_token",
    "faction_name",
    "planet_name",
    "token_name",
]
