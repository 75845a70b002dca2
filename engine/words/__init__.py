"""Sentences for everything in the game, ready for translation.

What is printed (`describe`), what happens (`describe_event`, in a draft as in the log), what is
asked (`describe_question`, or `describe_decision` with the name of the source) and what
can be answered (`describe_action`). Each returns a `Text`: a gettext message id with its
parameters. An id is a whole sentence wherever the words of the box allow it, because a sentence
assembled from parts is wrong in some language.
"""

from engine.words.actions import describe_action, describe_row
from engine.words.decisions import describe_asker, describe_decision, describe_question
from engine.words.effects import (
    describe,
    describe_agent,
    describe_all,
    describe_leadership,
    describe_line_bonus,
    describe_technology,
    describe_token,
)
from engine.words.events import describe_event, describe_outcome, reported
from engine.words.names import (
    agent_name,
    describe_source,
    faction_name,
    planet_name,
    side_name,
    token_name,
)

__all__ = [
    "agent_name",
    "describe",
    "describe_action",
    "describe_agent",
    "describe_all",
    "describe_asker",
    "describe_decision",
    "describe_event",
    "describe_leadership",
    "describe_line_bonus",
    "describe_outcome",
    "describe_question",
    "describe_row",
    "describe_source",
    "describe_technology",
    "describe_token",
    "faction_name",
    "planet_name",
    "reported",
    "side_name",
    "token_name",
]
