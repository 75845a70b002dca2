"""What people do that others want to know of; this package does not know who."""

from django.dispatch import Signal

session_ends = Signal()
"""Somebody (`user`) logs out in another browser, whose `session` is gone in a moment."""

session_seen = Signal()
"""Somebody (`user`) is here, from an `address` and with a `device`; said now and then."""

week_changed = Signal()
"""Somebody (`user`) lives in another week now: zone, sleep hours or days off."""
