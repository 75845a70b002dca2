"""Matchmaking: pairs players who search for a game, or opens a table for them."""
