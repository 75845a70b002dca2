"""The writes of reviews, tries and hints."""
