"""Ratings, results of finished games, leaderboards and profile statistics."""
