"""The API: what the site can do, for programs (docs/api.md)."""
