"""What measures, simulates and draws the site; each tool explains itself with `--help`."""
