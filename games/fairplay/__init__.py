"""Fair play: detection of suspicious games, reports by players, and moderation."""
