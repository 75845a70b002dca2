"""What the views of pushes read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {
    "push_subscribe": ("endpoint", "p256dh", "auth"),
    "push_unsubscribe": ("endpoint",),
    "push_change": ("endpoint", "old"),
}
READERS = ("push_subscribe",)
