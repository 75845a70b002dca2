"""Webhooks: notifications posted to addresses of a user's own."""
