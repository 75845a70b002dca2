"""OAuth 2.1: apps ask for a token on a consent page (docs/api.md)."""
