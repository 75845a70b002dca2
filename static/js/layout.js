// After a swap the page's layout follows what stands in #table: an open table becomes a running
// one in place, a move from a mail ends on a page of another kind, a turn is about to be made final.

function follow() {
  const { classList } = document.documentElement;
  classList.toggle("has-table", document.querySelector(".table-page") !== null);
  classList.toggle("has-final", document.querySelector(".table-page.is-final") !== null);
}

// A question in its panel's room: no answer is out of sight. What a step leaves out the board or a tip says.
const STEPS = ["", "notes", "notes steps", "notes steps signs", "notes steps signs columns"];

function fit() {
  const ask = document.getElementById("ask");
  if (!ask?.querySelector("#answer")) return;
  for (const without of STEPS) {
    ask.dataset.without = without;
    if (ask.scrollHeight <= ask.clientHeight + 1) return;
  }
}

document.addEventListener("htmx:after:swap", follow);
document.addEventListener("htmx:after:swap", fit);
window.addEventListener("resize", fit);
fit();
