"""The challenge ladders: places that are won and lost in games."""
