"""Reviews of finished games, tries from their positions, and hints against bots."""
