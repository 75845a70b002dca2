// Final buttons ([data-final]): what they do can't be taken back, so they take only what was meant for them. A click
// counts if the button has been in its place since before the press, for as long as a double click takes; the second
// click of a double click and the repeats of a key that is held down never count.

const ARMED_AFTER = 400; // milliseconds
const places = new WeakMap(); // by button: where it stands, and since when
let pressed = null; // the final button that a pointer went down on, and whether it was armed then

const left = (button) => places.get(button).since + ARMED_AFTER - performance.now();

function isArmed(button) {
  if (!places.has(button)) look();
  return places.has(button) && left(button) <= 0;
}

// Called whenever a button may have appeared or moved.
function look() {
  for (const button of document.querySelectorAll("[data-final]")) {
    if (!button.checkVisibility()) {
      places.delete(button);
      continue;
    }
    const { x, y } = button.getBoundingClientRect();
    const place = `${Math.round(x)} ${Math.round(y)}`;
    if (places.get(button)?.place !== place) places.set(button, { place, since: performance.now() });
    show(button);
  }
}

function show(button) {
  if (!places.has(button)) return;
  if (left(button) <= 0) return button.removeAttribute("aria-disabled");
  button.setAttribute("aria-disabled", "true");
  setTimeout(show, left(button) + 1, button);
}

const finalOf = (node) => node.closest?.("[data-final]");

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    const button = finalOf(target);
    pressed = button && { button, armed: isArmed(button) };
  },
  { capture: true },
);

document.addEventListener(
  "click",
  (event) => {
    const button = finalOf(event.target);
    if (!button) return;
    const isPressed = event.detail > 0; // else a key, a screen reader or a script
    const press = pressed?.button === button ? pressed : null;
    pressed = null;
    if (isArmed(button) && event.detail < 2 && (!isPressed || !press || press.armed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

document.addEventListener(
  "keydown",
  (event) => {
    if (event.repeat && ["Enter", " "].includes(event.key) && finalOf(event.target)) event.preventDefault();
  },
  { capture: true },
);

document.addEventListener("htmx:after:swap", look);
document.addEventListener("toggle", look, { capture: true }); // of a <details> or a popover
look();
