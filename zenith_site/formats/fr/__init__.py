"""Dates in French."""
