"""Moving from a mail: the table of one turn, for the holder of its link, without signing in."""
