"""Notifications to users by push, webhook, mail and feeds, as each user has chosen."""
