// After a swap the page's layout follows what stands in #table: an open table becomes a running
// one in place, a move from a mail ends on a page of another kind, a turn is about to be made final.

function follow() {
  const { classList } = document.documentElement;
  classList.toggle("has-table", document.querySelector(".table-page") !== null);
  classList.toggle("has-final", document.querySelector(".table-page.is-final") !== null);
}

// A question in its panel's room, and on a phone the panel in the first screen, over no other part of the table: no
// answer is out of sight. What a step leaves out the board or a tip says. Of a turn to confirm all stays.
const STEPS = ["notes", "steps", "hand", "board", "signs", "columns"];
const CONFIRMING = ["hand", "board"];

function fit() {
  const ask = document.getElementById("ask");
  const stage = /** @type {HTMLElement} */ (ask?.closest(".stage"));
  const isAsked = ask?.querySelector("#answer");
  if (!stage) return;
  stage.dataset.without = "";
  if (!isAsked && !ask.matches(".confirm")) return;
  for (const step of isAsked ? STEPS : CONFIRMING) {
    const isLong = isAsked && ask.scrollHeight > ask.clientHeight + 1;
    if (!isLong && !isTooHigh(stage)) return;
    stage.dataset.without = `${stage.dataset.without} ${step}`.trim();
  }
}

// Only a phone's or a tablet's stage has a least height: that of the first screen.
function isTooHigh(stage) {
  return stage.offsetHeight > (parseFloat(getComputedStyle(stage).minHeight) || Infinity) + 1;
}

document.addEventListener("htmx:after:swap", follow);
document.addEventListener("htmx:after:swap", fit);
window.addEventListener("resize", fit);
fit();
