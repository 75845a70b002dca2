"""The signs of planets, factions and bonus tokens."""

PLANET_SIGNS = {"mercury": "☿", "venus": "♀", "terra": "♁", "mars": "♂", "jupiter": "♃"}
FACTION_SIGNS = {"animod": "▲", "human": "●", "robot": "■"}
TOKEN_SIGNS = {
    "influence": "+1",
    "zenithium": "1⬢",
    "credits_3": "3◈",
    "credits_4": "4◈",
    "badge": "★",
    "mobilize": "▤2",
    "exile": "✕2",
    "transfer": "⇄1",
}
