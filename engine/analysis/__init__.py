"""Analysis of games, built on the rules and the bots: reviews, best turns, puzzles."""
