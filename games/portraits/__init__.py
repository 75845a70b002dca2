"""Portraits of the agents: emblems grown from name and faction, as SVG.

All of them lie in one file, `static/img/portraits.svg`, that browsers keep; pages refer to the
symbol of an agent (`{% portrait %}`), and give it the colour of the planet. After a change of the
drawings: `python -m games.portraits`.
"""

from functools import cache

from engine.agents import AGENTS, NUMBER, latest_agents
from engine.names import ANIMOD, ROBOT
from games.portraits import backdrops
from games.portraits.animods import animod
from games.portraits.drawing import BACK, fill
from games.portraits.humans import human
from games.portraits.robots import robot

VIEW = "-80 -43 160 90"


@cache
def portrait(slug: str) -> str:
    """Return the drawing of an agent: shapes in the view box `VIEW`."""
    agent = AGENTS[NUMBER[slug]]
    family = [other for other in latest_agents() if other.faction == agent.faction]
    family.sort(key=lambda other: (other.planet, other.name))
    place = family.index(agent)
    if agent.faction == ROBOT:
        bust = robot(agent.name, place)
    elif agent.faction == ANIMOD:
        bust = animod(agent.name, slug, place)
    else:
        bust = human(agent.name, slug)
    sky = backdrops.ALL[place % len(backdrops.ALL)](agent.name)
    head = f'<g class="bust">{backdrops.DISC}{bust}</g>'
    return fill(BACK, "M-80-43H80V47H-80Z") + sky + head


def sprite() -> str:
    """Return the file with all portraits, a symbol each; the slug is its id."""
    box = f'viewBox="{VIEW}" preserveAspectRatio="xMidYMid slice"'
    symbols = (f'<symbol id="{slug}" {box}>{portrait(slug)}</symbol>' for slug in NUMBER)
    return "\n".join(('<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""))
