"""The table page: what of a view of the engine is drawn, asked and told, for one viewer."""

from games.tables.page.page import outcome_sentence, replay_page, table_page

__all__ = ["outcome_sentence", "replay_page", "table_page"]
