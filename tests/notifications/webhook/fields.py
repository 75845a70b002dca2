"""Form fields that the views of webhooks read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {
    "webhook_add": ("url", "form", "mention"),
    "webhook_follow": ("url", "form", "mention"),
    "webhook_secret": (),
    "webhook_topics": ("topics",),
}
READERS = ("webhook_add",)
