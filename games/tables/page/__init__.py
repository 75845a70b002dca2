"""The table page, a module for each of its regions."""

from games.tables.page.replay import replay_page
from games.tables.page.result import outcome_sentence
from games.tables.page.table import table_page

__all__ = ["outcome_sentence", "replay_page", "table_page"]
