// Dragging: a card of the hand is dropped on its planet, its technology or one's own side, with a mouse or a pen. It is
// the same as choosing the card and then the use: data-recruit="lane-mars" says where, and that it is possible now.

const VERBS = ["recruit", "develop", "lead"];
let dragged = null; // the card's slug, and the places where it can be dropped, with their verbs

const placeAt = (target) => [...(dragged?.places.keys() ?? [])].find((place) => place.contains(target));

function letGo() {
  for (const place of document.querySelectorAll(".drop")) place.classList.remove("drop", "over");
  dragged = null;
}

document.addEventListener("dragstart", (event) => {
  const card = event.target.closest?.("#hand a.card");
  const places = new Map();
  for (const verb of card ? VERBS : []) {
    const place = document.getElementById(card.dataset[verb]);
    if (place) places.set(place, verb);
  }
  if (!places.size) return;
  dragged = { slug: card.dataset.slug, places };
  event.dataTransfer.effectAllowed = "move";
  for (const place of places.keys()) place.classList.add("drop");
});

document.addEventListener("dragover", (event) => {
  const place = placeAt(event.target);
  if (place) event.preventDefault(); // it can be dropped here
  for (const one of dragged?.places.keys() ?? []) one.classList.toggle("over", one === place);
});

document.addEventListener("drop", (event) => {
  const form = document.getElementById("answer");
  const place = placeAt(event.target);
  if (!place || !form) return;
  event.preventDefault();
  const use = document.createElement("button");
  use.hidden = true;
  use.name = "action";
  use.value = `${dragged.places.get(place)} ${dragged.slug}`;
  form.append(use);
  form.requestSubmit(use);
  use.remove();
});

document.addEventListener("dragend", letGo);
document.addEventListener("htmx:before:swap", letGo); // a card that is swapped away ends no drag
