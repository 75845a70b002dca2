"""Fair play: what is found in the night, what people report, and what moderators do about it."""
