"""The form fields that the views read, for `tests/zenith_site/test_bad_input.py`."""

FIELDS = {
    "api_tokens": ("name", "scopes", "days"),
    "oauth_authorize": ("allow", "scopes"),
    "oauth_token": ("grant_type", "client_id", "redirect_uri", "code", "code_verifier"),
    "oauth_revoke": ("client_id", "token", "token_type_hint"),
}
