"""Games in bulk: a player's games line by line, and monthly files of all public games."""
