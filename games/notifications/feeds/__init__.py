"""Feeds at secret addresses: deadlines for a calendar, turns for a reader, a count for a widget."""
