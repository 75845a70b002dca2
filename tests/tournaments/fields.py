"""The form fields that the views read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {
    "tournament_new": (
        *("name", "kind", "rounds", "places", "pace", "start", "increment", "most", "starts_at"),
        "duplicate",
    ),
}
