"""Playing in a window of any engine by clicking whatever the page offers."""

from random import Random

from tests.e2e.playing import ANSWERS
from tests.engines.browser import Window

MOST_CLICKS = 60
"""No turn needs so many."""

STATE = """(before) => {
  const table = document.querySelector("#table");
  if (!table || document.querySelector(".htmx-request")) return "";
  const text = (id) => document.getElementById(id)?.textContent.replace(/\\s+/g, " ") ?? "";
  const steps = [...document.querySelectorAll("#answer [name=steps]")].map((one) => one.value);
  const { dataset: { version, here }, className } = table;
  const now = JSON.stringify(
    [version, here, className, steps, text("ask"), text("hand"), text("log")]);
  return now === before ? "" : now;
}"""
"""What the table shows as one text; empty while it is what it was, or a request is on its way."""
OFFERED = """(ANSWERS) => {
  const shown = (what) =>
    [...document.querySelectorAll(what)].filter((one) => one.getClientRects().length);
  if (document.querySelector("#table.is-over")) return { over: true };
  if (!document.querySelector("#table.is-mine")) return null;
  return {
    confirm: shown("#confirm").length,
    answers: shown(ANSWERS).map((one) => one.value),
    cards: shown('#hand a[href*="card="]').length,
  };
}"""


def state(window: Window) -> str:
    """Return what the table shows."""
    return str(window.wait(STATE, ""))


def click(window: Window, selector: str, index: int = 0) -> None:
    """Click, and wait until the table shows something else."""
    before = state(window)
    window.click(selector, index)
    window.wait(STATE, before)


def play_turn(window: Window, random: Random) -> bool:
    """Wait for the question, and answer until one is confirmed; false if the game is over."""
    for _ in range(MOST_CLICKS):
        offered = window.wait(OFFERED, ANSWERS)
        if offered.get("over"):
            return False
        if offered["confirm"]:
            click(window, "#confirm")
            return True
        if offered["answers"]:
            answers = offered["answers"]
            recruits = [at for at, answer in enumerate(answers) if answer.startswith("recruit")]
            click(window, ANSWERS, random.choice(recruits or range(len(answers))))
        else:
            click(window, '#hand a[href*="card="]', random.randrange(offered["cards"]))
    raise AssertionError(f"{MOST_CLICKS} clicks and nothing was confirmed")
