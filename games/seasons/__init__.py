"""Seasons: four times a year, a round robin in divisions."""
