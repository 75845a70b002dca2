"""The command line of the engine: its only part that reads and prints.

Small tools for people who work on the rules: play a game, look at a position, replay a record,
measure the speed. `python -m engine --help` names them.
"""
