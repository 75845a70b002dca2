"""`python -m games.portraits`: draw the file of all portraits anew."""

from pathlib import Path

from games.portraits import sprite

FILE = Path(__file__).resolve().parents[2] / "static" / "img" / "portraits.svg"

if __name__ == "__main__":
    FILE.write_text(sprite())
