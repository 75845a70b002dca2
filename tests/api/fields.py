"""The form fields that the views read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {"api_tokens": ("name", "scopes", "days")}
