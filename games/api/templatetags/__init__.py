"""Template tags of the API's pages."""
