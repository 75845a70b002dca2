"""What the views of moves from mails read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {
    "moving_draft": ("seq", "steps", "action", "tick"),
    "moving_undo": ("seq", "all"),
    "moving_confirm": ("seq",),
}
