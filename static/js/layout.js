// After a swap the page's layout follows what stands in #table: an open table becomes a running
// one in place, a move from a mail ends on a page of another kind, a turn is about to be made final.

function follow() {
  const { classList } = document.documentElement;
  classList.toggle("has-table", document.querySelector(".table-page") !== null);
  classList.toggle("has-final", document.querySelector(".table-page.is-final") !== null);
}

// A question in its panel's room, and on a phone the panel in the first screen, over no other part of the table: no
// answer is out of sight. What a step leaves out the board or a tip says; a step that gains no room leaves out nothing.
// Of a turn to confirm all stays. A coach may speak of any part: its table leaves out none.
const STEPS = ["notes", "steps", "hand", "board", "signs", "card", "columns", "source"];
const PARTS = ["hand", "board"];
const GAP = 5; // pixels of the space above the panel, which it may take

function fit() {
  const ask = document.getElementById("ask");
  const stage = /** @type {HTMLElement} */ (ask?.closest(".stage"));
  if (!stage) return;
  const isAsked = ask.querySelector("#answer");
  const isCoached = ask.closest(".coached");
  const lack = () => (isAsked ? overflow(ask) : 0) + (isCoached ? 0 : excess(stage));
  const steps = isAsked ? STEPS : ask.matches(".confirm") ? PARTS : [];
  let without = "";
  stage.dataset.without = without;
  let least = steps.length ? lack() : 0;
  for (const step of steps) {
    if (!least) return;
    if (isCoached && PARTS.includes(step)) continue;
    stage.dataset.without = `${without} ${step}`.trim();
    const now = lack();
    if (now < least) [least, without] = [now, stage.dataset.without];
    else stage.dataset.without = without;
  }
}

function overflow(ask) {
  const pixels = ask.scrollHeight - ask.clientHeight;
  return pixels > 1 ? pixels : 0;
}

// Only a phone's or a tablet's stage has a least height: that of the first screen.
function excess(stage) {
  return Math.max(0, stage.offsetHeight - (parseFloat(getComputedStyle(stage).minHeight) || Infinity) - GAP);
}

document.addEventListener("htmx:after:swap", follow);
document.addEventListener("htmx:after:swap", fit);
window.addEventListener("resize", fit);
fit();
