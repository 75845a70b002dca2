"""Fair play in the admin: cases and decisions, games, and the accounts of players."""

from games.fairplay.admin import cases, games, users

__all__ = ["cases", "games", "users"]
