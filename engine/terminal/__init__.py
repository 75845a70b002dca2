"""The command line of the engine: its only part that reads, prints, and speaks to sites.

Small tools for people who work on the rules: play a game, look at a position, replay a record,
measure the speed; and for bots: play on a site, answer programs by lines of text.
`python -m engine --help` names them.
"""
