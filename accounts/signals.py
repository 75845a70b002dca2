"""What people do that others want to know of; this package does not know who."""

from django.dispatch import Signal

session_ends = Signal()
"""Somebody (`user`) logs out in another browser, whose `session` is gone in a moment."""

week_changed = Signal()
"""Somebody (`user`) lives in another week now: zone, sleep hours or days off."""
