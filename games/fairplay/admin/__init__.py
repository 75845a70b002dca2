"""Fair play in the admin: cases and decisions, and the accounts of players."""

from games.fairplay.admin import cases, users

__all__ = ["cases", "users"]
