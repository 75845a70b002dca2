"""The form fields that the views read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {"find": ("pace", "reach")}
