"""The signs of planets and factions, as letters."""

PLANET_SIGNS = {"mercury": "☿", "venus": "♀", "terra": "♁", "mars": "♂", "jupiter": "♃"}
PLANET_PATHS = {
    "mercury": "M8 2.5C8 5 10 6 12 6s4-1 4-3.5M16 10a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 14v8M9 18h6",
    "venus": "M17 8a5 5 0 1 1-10 0a5 5 0 1 1 10 0M12 13v9M8 17.8h8",
    "terra": "M17.5 16a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0M12 10.5V2M8.5 5.5h7",
    "mars": "M15.5 14a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0M14 10l6-6M14.5 4H20v5.5",
    "jupiter": "M5.5 6.5C6 2.5 12.5 2 12.5 7.5c0 4-3.5 6.5-7 8.5H19M16 4v18",
}
"""The signs as strokes in a box of 24 by 24: fonts draw the letters for them as emoji."""
FACTION_SIGNS = {"animod": "▲", "human": "●", "robot": "■"}
