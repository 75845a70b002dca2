"""How good everybody is: ratings, results, leaderboards."""
