// Ghosts: an answer with [data-ghosts] that the player points at or focuses shows what it would change: where it would
// move the discs, and which columns, levels and sides would get or lose something, as in
// data-ghosts="mars:2 venus:-1 column-mine-mars" (games/tables/page/changes.py).

let aimedAt = null;

function aim(answer) {
  if (answer === aimedAt) return;
  aimedAt = answer;
  for (const ghost of document.querySelectorAll(".ghost.aimed")) ghost.remove();
  for (const place of document.querySelectorAll(".foreseen")) place.classList.remove("foreseen");
  const lanes = document.getElementById("lanes");
  lanes?.classList.toggle("aiming", answer !== null);
  for (const change of answer?.dataset.ghosts.split(" ") ?? []) {
    const [planet, at] = change.split(":");
    if (at === undefined) {
      document.getElementById(change)?.classList.add("foreseen");
      continue;
    }
    const ghost = document.createElement("span");
    ghost.className = "ghost aimed";
    ghost.dataset.at = at;
    document.querySelector(`#lane-${planet} .track`)?.append(ghost);
  }
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, ({ target }) => aim(target.closest?.("[data-ghosts]") ?? null));
}
document.addEventListener("focusout", () => aim(null));
document.addEventListener("htmx:before:swap", () => aim(null));
