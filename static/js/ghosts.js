// Ghosts: an answer with [data-ghosts] that the player points at or focuses shows where it would move the discs,
// as in data-ghosts="mars:2 venus:-1".

let aimedAt = null;

function aim(answer) {
  if (answer === aimedAt) return;
  aimedAt = answer;
  for (const ghost of document.querySelectorAll(".ghost.aimed")) ghost.remove();
  const lanes = document.getElementById("lanes");
  lanes?.classList.toggle("aiming", answer !== null);
  for (const disc of answer?.dataset.ghosts.split(" ") ?? []) {
    const [planet, at] = disc.split(":");
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
