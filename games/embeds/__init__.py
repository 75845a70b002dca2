"""Games and puzzles on other sites and in streams: read-only pages without a session."""
