"""Find me a game: people who want one are paired, or get an open table."""
