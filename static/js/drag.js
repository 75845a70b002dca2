// Dragging: a card of the hand is dropped on its planet, its technology or one's own side, with a mouse, a pen or a
// finger. It is the same as choosing the card and then the use: data-recruit="lane-mars" says where, and that it is
// possible now.

const VERBS = ["recruit", "develop", "lead"];
const PULL = 24; // pixels that a finger pulls a card to the board before it is lifted; else it is a tap or a swipe
const BESIDE = matchMedia("(600px <= width < 1024px) and (height <= 520px)"); // see low.css
let dragged = null; // the card's slug, and the places where it can be dropped, with their verbs
let finger = null; // where a finger went down on a card, and the copy of the card that follows it

const placeAt = (target) => [...(dragged?.places.keys() ?? [])].find((place) => place.contains(target));

function lift(card) {
  const places = new Map();
  for (const verb of card ? VERBS : []) {
    const place = document.getElementById(card.dataset[verb]);
    if (place) places.set(place, verb);
  }
  if (!places.size) return;
  dragged = { slug: card.dataset.slug, places };
  for (const place of places.keys()) place.classList.add("drop");
}

function markOver(place) {
  for (const one of dragged?.places.keys() ?? []) one.classList.toggle("over", one === place);
}

function drop(place) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("answer"));
  if (!form) return;
  const use = document.createElement("button");
  use.hidden = true;
  use.name = "action";
  use.value = `${dragged.places.get(place)} ${dragged.slug}`;
  form.append(use);
  form.requestSubmit(use);
  use.remove();
}

// The table changes under the card: a drag goes on if the card can still be used. One that is swapped away ends no
// drag.
function liftAgain() {
  const card = document.querySelector(`#hand a.card[data-slug="${dragged?.slug ?? finger?.card.dataset.slug}"]`);
  if (!card) return letGo();
  if (!dragged) return;
  for (const place of dragged.places.keys()) place.classList.remove("drop", "over");
  dragged = null;
  lift(card);
  if (!dragged) letGo();
  else if (finger?.copy) document.querySelector("#table").append(finger.copy);
}

function letGo() {
  for (const place of document.querySelectorAll(".drop")) place.classList.remove("drop", "over");
  finger?.copy?.remove();
  finger = dragged = null;
}

document.addEventListener("dragstart", (event) => {
  lift(event.target.closest?.("#hand a.card"));
  if (dragged) event.dataTransfer.effectAllowed = "move";
});

document.addEventListener("dragover", (event) => {
  const place = placeAt(event.target);
  if (place) event.preventDefault(); // it can be dropped here
  markOver(place);
});

document.addEventListener("drop", (event) => {
  const place = placeAt(event.target);
  if (!place) return;
  event.preventDefault();
  drop(place);
});

document.addEventListener("dragend", letGo);
document.addEventListener("htmx:after:swap", liftAgain);

// --- a finger: pulling a card up, or to the left where the hand is beside the board, lifts it; the browser scrolls the
// hand the other way, and then cancels the pointer (touch-action in hand.css) ---

document.addEventListener("pointerdown", ({ target, pointerType, isPrimary, clientX, clientY }) => {
  const card = target.closest?.("#hand a.card");
  if (pointerType === "touch" && isPrimary && card) finger = { card, left: clientX, top: clientY, copy: null };
});

document.addEventListener("pointermove", ({ pointerType, isPrimary, clientX, clientY }) => {
  if (!finger || pointerType !== "touch" || !isPrimary) return;
  const [left, up] = [finger.left - clientX, finger.top - clientY];
  if (!finger.copy) {
    const [pull, across] = BESIDE.matches ? [left, Math.abs(up)] : [up, Math.abs(left)];
    if (pull < PULL || pull < across) return;
    lift(finger.card);
    if (!dragged) return letGo();
    finger.copy = copyOf(finger.card);
  }
  finger.copy.style.translate = `${clientX}px ${clientY}px`;
  markOver(placeAt(document.elementFromPoint(clientX, clientY)));
});

document.addEventListener("pointerup", ({ pointerType, clientX, clientY }) => {
  if (!finger || pointerType !== "touch") return;
  const place = finger.copy && placeAt(document.elementFromPoint(clientX, clientY));
  if (place) drop(place);
  letGo();
});

document.addEventListener("pointercancel", () => {
  if (finger) letGo();
});

function copyOf(card) {
  const copy = card.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.removeAttribute("id");
  copy.classList.add("lifted");
  copy.setAttribute("aria-hidden", "true");
  copy.style.width = `${card.offsetWidth}px`;
  document.querySelector("#table").append(copy);
  return copy;
}
