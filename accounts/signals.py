"""What people do that others want to know of; this package does not know who."""

from django.dispatch import Signal

week_changed = Signal()
"""Somebody (`user`) lives in another week now: zone, sleep hours or days off."""
