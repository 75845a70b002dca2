"""Time at the table: clocks, absence, agreements. The arithmetic is `games.clock`'s."""
