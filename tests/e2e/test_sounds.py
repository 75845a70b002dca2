"""Each sound is played when its event happens, and only then; silence is the default."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import click, confirm_with_time_to_undo, play_turn, wait_for_one
from tests.e2e.sites import Person, Site
from tests.e2e.tables import make_table, new_people

STUB = """
  window.tones = [];
  const nothing = () => {};
  const gain = {
    setValueAtTime: nothing,
    linearRampToValueAtTime: nothing,
    exponentialRampToValueAtTime: nothing,
  };
  class Fake {
    constructor(context, { frequency, Q } = {}) {
      Object.assign(this, { gain, start: nothing, stop: nothing, connect: (other) => other });
      if (frequency && !Q) window.tones.push(frequency);
    }
  }
  window.AudioContext = class {
    state = "running"; currentTime = 0; sampleRate = 8000; destination = new Fake();
  };
  for (const kind of ["Gain", "Oscillator", "AudioBufferSource", "BiquadFilter"]) {
    window[`${kind}Node`] = Fake;
  }
"""
"""An audio context that only notes the pitches."""
NOTE_NEWS = """
  window.news = 0;
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = (...all) => request(...all).finally(() => { window.news += 1; });
"""
"""Counts the news that was heard here or in another tab."""
LATE_STORAGE = "Object.defineProperty(window, 'localStorage', { get: () => ({}) });"
"""What one tab has stored reaches the process of another late."""
TURN, CARD, DISC, LOW, END = 1975.5, 196, 1046.5, 880, 261.6
"""A pitch that one sound alone has."""

WITH_SOUNDS = """
from accounts.models import User
User.objects.filter(username__in={names}).update(sounds=True, volume=60)
"""

ABOUT_TO_WIN = """
import json
from unittest import mock
from django.utils import timezone
from accounts.models import User
from engine import Game as EngineGame, Options, deal
from engine.agents import AGENTS
from engine.names import PLANETS
from games.tables.timekeeping.clocks import LockedTable
from games.tables import publishing
from games.tables.models import Game
from games.lobby.services.opening import Wish, create_table
from games.tables.services.play import store
from games.lobby.services.seating import join_table

owner, other = (User.objects.get(username=name) for name in {names})
dealt = EngineGame(deal(Options(), "sounds"))
for seat in (0, 1):
    dealt.play(seat, "redraw")
position = dealt.position() | dict(to_move=0)
position["sides"][0]["credits"] = 40
slug, planet = next((a.slug, PLANETS[a.planet]) for a in AGENTS if a.slug in position["hands"][0])
for place in (3, -3):
    position["discs"][planet] = place
    events = EngineGame.from_position(position).play(0, f"recruit {{slug}}")
    if any(type(event).__name__ == "DiscWon" for event in events):
        break
with mock.patch.object(publishing, "wake_bots_of"):
    game = create_table(owner, Wish())
    join_table(other, game.pk, 1, game.token)
    game = Game.objects.get(pk=game.pk)
    played = EngineGame.from_position(position)
    game.setup = played.record()
    table = LockedTable(game, list(game.seats.order_by("number")), timezone.now())
    store(table, played, ())
    game.save()
print(json.dumps([game.get_absolute_url(), slug]))
"""
"""A card of the first player wins a disc."""

ABOUT_TO_END = """
import json
from unittest import mock
from accounts.models import User
from engine import Chance
from engine.bots import BOTS
from games.tables import publishing
from games.tables.models import Game
from games.lobby.services.opening import Wish, create_table
from games.tables.services.play import engine_game, submit_actions
from games.lobby.services.seating import join_table

people = [User.objects.get(username=name) for name in {names}]
with mock.patch.object(publishing, "wake_bots_of"):
    game = create_table(people[0], Wish())
    join_table(people[1], game.pk, 1, game.token)
    played, answers = engine_game(Game.objects.get(pk=game.pk)), []
    while played.outcome is None:
        seat = played.pending[0].seats[0]
        action = BOTS["noisy"](played.view(seat), Chance(str(len(answers))))
        played.play(seat, action)
        answers.append((seat, action))
    *before, (seat, last) = answers
    for seq, (number, action) in enumerate(before):
        submit_actions(people[number], game.pk, [action], seq)
print(json.dumps([game.get_absolute_url(), seat, last]))
"""
"""One answer is left; it wins the last disc."""

PLAY = """
from accounts.models import User
from games.tables.models import Game
from games.tables.services.play import submit_actions
game = Game.objects.get(pk={pk})
submit_actions(User.objects.get(username={name!r}), game.pk, [{action!r}], game.seq)
"""

RESIGN = """
from accounts.models import User
from games.tables.services.ending import resign
resign(User.objects.get(username={name!r}), {pk})
"""


def loud(visit: Visit, site: Site, person: Person, address: str, **options: Any) -> Page:
    """Return a table of a player who wants sounds, with the pitches of all that is played."""
    site.script(WITH_SOUNDS.format(names=[person.name]))
    return tab(visit(person, **options), address)


def tab(context: BrowserContext, address: str) -> Page:
    """Return a new tab of a browser, with the pitches of all that is played in it."""
    page = context.new_page()
    page.add_init_script(STUB)
    page.add_init_script(NOTE_NEWS)
    page.goto(address)
    expect(page.locator("#table")).to_be_visible()
    return page


def heard(page: Page, pitch: float) -> None:
    """Wait until a pitch has been played."""
    page.wait_for_function("pitch => window.tones.includes(pitch)", arg=pitch)


def number(address: str) -> str:
    """Return the number of the table at an address."""
    return address.rstrip("/").rpartition("/")[2]


def test_a_card_and_my_turn(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    address = make_table(site, *people, answers=12)
    pages = [loud(visit, site, person, address) for person in people]
    mover = wait_for_one(pages)
    waiting = pages[1 - pages.index(mover)]
    play_turn(mover, Random(3))
    heard(waiting, TURN)
    heard(waiting, CARD)
    tones = set(mover.evaluate("window.tones"))
    assert not tones & {TURN, LOW, END}


@pytest.mark.slow
def test_a_turn_that_is_taken_back_is_no_news(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    page = loud(visit, site, ada, address)
    confirm_with_time_to_undo(page, address)
    click(page, page.locator("#take-back"))
    expect(page.locator("#confirm")).to_be_visible()
    assert page.evaluate("window.tones") == []


@pytest.mark.slow
def test_a_disc_won(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    address, slug = site.script(ABOUT_TO_WIN.format(names=[ada.name, bob.name]))
    page = loud(visit, site, bob, address)
    assert page.evaluate("window.tones") == []
    site.script(PLAY.format(pk=number(address), name=ada.name, action=f"recruit {slug}"))
    heard(page, DISC)
    assert not set(page.evaluate("window.tones")) & {LOW, END}


@pytest.mark.slow
def test_the_end(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    page = loud(visit, site, bob, address)
    site.script(RESIGN.format(pk=number(address), name=ada.name))
    heard(page, END)
    assert set(page.evaluate("window.tones")).isdisjoint({TURN, LOW})


@pytest.mark.slow
def test_the_end_sounds_after_the_turn_that_brings_it(visit: Visit, site: Site) -> None:
    people = new_people(site, 2)
    address, seat, action = site.script(ABOUT_TO_END.format(names=[one.name for one in people]))
    page = loud(visit, site, people[1 - seat], address, reduced_motion="no-preference")
    site.script(PLAY.format(pk=number(address), name=people[seat].name, action=action))
    heard(page, END)
    tones = page.evaluate("window.tones")
    assert tones.index(DISC) < tones.index(END)


def test_of_several_tabs_one_sounds(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    page = loud(visit, site, bob, address)
    page.context.add_init_script(LATE_STORAGE)
    page.reload()
    tabs = [page, tab(page.context, address)]
    site.script(RESIGN.format(pk=number(address), name=ada.name))
    for one in tabs:
        one.wait_for_function("() => window.news")
    assert sum(one.evaluate("window.tones").count(END) for one in tabs) == 1


def test_low_time_in_a_correspondence_game_sounds_once(visit: Visit, site: Site) -> None:
    """When an hour of the player's own turn is left, not again after it."""
    ada, bob = new_people(site, 2)
    address = make_table(site, ada, bob, answers=12)
    site.script(WITH_SOUNDS.format(names=[ada.name]))
    page = visit(ada).new_page()
    page.clock.install()
    page.add_init_script(STUB)
    page.goto(address)
    clock = page.locator("#side-mine time[data-deadline]")
    left = clock.evaluate("time => new Date(time.dateTime) - Date.now()")
    page.clock.fast_forward(left - 3_700_000)
    page.clock.run_for(2000)
    assert LOW not in page.evaluate("window.tones")
    page.clock.fast_forward(200_000)
    page.clock.run_for(2000)
    heard(page, LOW)
    page.clock.fast_forward(600_000)
    page.clock.run_for(2000)
    assert page.evaluate("window.tones").count(LOW) == 3  # its three beats


def test_without_the_preference_nothing_is_played(visit: Visit, site: Site) -> None:
    ada, bob = new_people(site, 2)
    address, slug = site.script(ABOUT_TO_WIN.format(names=[ada.name, bob.name]))
    page = visit(bob).new_page()
    page.add_init_script(STUB)
    page.goto(address)
    expect(page.locator("#table")).to_be_visible()
    site.script(PLAY.format(pk=number(address), name=ada.name, action=f"recruit {slug}"))
    expect(page.locator("#log")).to_contain_text("disc")
    assert page.evaluate("window.tones") == []
