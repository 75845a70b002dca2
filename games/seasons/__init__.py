"""Seasons: divisions in which everybody plays everybody, four times a year."""
