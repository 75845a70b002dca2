"""The form fields that the views read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = dict.fromkeys(("ladder_join", "ladder_prefer"), ("start",))
