"""The site in the admin, by subjects."""

from games.admin import fairplay, people, tables, talk
from games.admin.base import ReadOnly
from games.ladder import admin as ladder

__all__ = ["ReadOnly", "fairplay", "ladder", "people", "tables", "talk"]
