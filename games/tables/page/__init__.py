"""The table page, a module for each of its regions."""

from games.tables.page.happened import event_sentence
from games.tables.page.menu import table_menu
from games.tables.page.replay import chosen_seat, replay_page, turn_start
from games.tables.page.result import outcome_sentence
from games.tables.page.table import PageQuery, plan_page, table_page
from games.tables.page.turns import ReplayAddress, view_query
from games.tables.page.void import void_words

__all__ = [
    "PageQuery",
    "ReplayAddress",
    "chosen_seat",
    "event_sentence",
    "outcome_sentence",
    "plan_page",
    "replay_page",
    "table_menu",
    "table_page",
    "turn_start",
    "view_query",
    "void_words",
]
