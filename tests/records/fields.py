"""The form fields that the views read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {"open_record": ("record", "file"), "try_from_record": ("at", "bot")}
READERS = ["open_record"]
