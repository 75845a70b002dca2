"""Nudges: telling people what concerns them, where they are, and not more often than they wish."""
