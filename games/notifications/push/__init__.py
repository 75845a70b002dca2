"""Pushes to browsers: subscribing, encryption, and the site's key."""
