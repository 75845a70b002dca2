"""Training of the network, a tool of development: it needs numpy, the bots don't."""
