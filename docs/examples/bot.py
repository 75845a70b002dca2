"""A bot for Zenith: it plays all your games that wait for you with the search of a level.

    pip install httpx
    SITE=https://zenith.example TOKEN=zenith_... PYTHONPATH=. python docs/examples/bot.py nova

It runs in the folder of the project, which has the engine. The token needs the rights
`read:private` and `play`; docs/api.md says how to make one.
"""

import os
import sys
import time
from collections.abc import Iterator

import httpx

from engine import Chance
from engine.bots import BOTS, Bot

SILENCE = 20.0
"""Seconds after which a stream is dead: it sends an empty line every 7 seconds."""


def waiting(site: httpx.Client) -> Iterator[int]:
    """Yield the games that wait for the owner of the token."""
    for game in site.get("/me/games").raise_for_status().json()["games"]:
        if game["your_turn"]:
            yield game["id"]


def answer(site: httpx.Client, number: int, bot: Bot) -> bool:
    """Answer one question of a game; return whether there was one.

    `seq` names the game that was looked at, so nothing plays twice: if the answer was lost on its
    way, the game is simply looked at again. 409: it has changed since.
    """
    game = site.get(f"/games/{number}").raise_for_status().json()
    if not game["your_turn"]:
        return False
    chosen = bot(game["view"], Chance(f"{number} {game['seq']}"))
    played = site.post(f"/games/{number}/answers", json={"seq": game["seq"], "answers": [chosen]})
    if played.status_code != httpx.codes.CONFLICT:
        played.raise_for_status()
    return True


def play(site: httpx.Client, bot: Bot) -> None:
    """Play every game until it waits for another player."""
    for number in waiting(site):
        while answer(site, number, bot):
            pass


def listen(site: httpx.Client, bot: Bot) -> None:
    """Play whenever the stream has a line: the first one comes at once, each later one is news."""
    with site.stream("GET", "/stream", timeout=SILENCE) as stream:
        stream.raise_for_status()
        for line in stream.iter_lines():
            if line:
                play(site, bot)


def main() -> None:
    """Play until the program is stopped; a stream that has ended is opened again."""
    bot = BOTS[sys.argv[1] if len(sys.argv) > 1 else "nova"]
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
    address = f"{os.environ['SITE'].rstrip('/')}/api/v1"
    with httpx.Client(base_url=address, headers=headers, timeout=30) as site:
        while True:
            try:
                listen(site, bot)
            except httpx.HTTPStatusError as error:
                if error.response.status_code not in (429, 502, 503, 504):
                    raise
                time.sleep(float(error.response.headers.get("Retry-After", "10")))
            except httpx.TransportError as error:
                print(f"{error!r}: connecting again", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    main()
