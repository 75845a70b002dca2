"""Records from anywhere, opened as replays."""
