// Phrases of symbols: the sentence of a phrase that shows symbols alone, by hover, focus and long press.
// An element with [data-phrase] stands for the phrases inside it.

const HOVER = 300; // milliseconds until a tip appears, and until it goes when the pointer has left
const PRESS = 450;
const READ = 4000; // until the tip of a long press goes by itself: on a phone it covers the hand
const SLOP = 10; // pixels that a pressing finger may move
const CONTROLS = "button, a[href], summary, input, select, textarea";

const tip = document.createElement("div");
tip.className = "tip";
tip.popover = "manual";
tip.setAttribute("aria-hidden", "true"); // screen readers read the sentence in the phrase
document.body.append(tip);

let anchor = null; // the element whose sentence is shown
let timer = 0;
let finger = null; // where a finger went down
let hasPressed = false;

const anchorOf = (node) =>
  node.closest?.("button[data-phrase]") ?? node.closest?.(".phrase") ?? node.closest?.("[data-phrase]");

function sentencesOf(element) {
  const all = [...element.querySelectorAll(".says, .here:scope :is(.whole, .after)")];
  const texts = all.filter((text) => text.offsetWidth <= 1);
  // A card whose text stands on it needs no tip for its frame alone.
  if (!element.matches(".phrase") && texts.every((text) => text.closest(".terse"))) return "";
  return texts.map((text) => text.textContent.trim()).join(" ");
}

function show(element) {
  const sentence = sentencesOf(element);
  if (!sentence || !tip.showPopover) return;
  anchor = element;
  tip.textContent = sentence;
  tip.showPopover();
  place();
}

function place() {
  const { left, top } = placeOf(anchor, tip.getBoundingClientRect());
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

// Where a tip of a size covers the least that can be clicked: beside what it explains, and not on its neighbours.
function placeOf(element, { width, height }) {
  const own = element.closest(`[data-phrase], .strip, ${CONTROLS}`) ?? element;
  const controls = [...document.querySelectorAll(CONTROLS)].filter(
    (one) => !own.contains(one) && !one.contains(own) && one.offsetWidth && !one.closest("[popover]"),
  );
  const next = controls.findIndex((one) => own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const boxes = controls.map((one) => one.getBoundingClientRect());
  const neighbours = [boxes[next - 1], boxes[next]].filter(Boolean);
  const costOf = (place) =>
    boxes.reduce((sum, box) => sum + meeting(place, box) * (neighbours.includes(box) ? 100 : 1), 0);
  for (const box of [own, element].map((one) => one.getBoundingClientRect())) {
    const places = placesBeside(box, neighbours, width, height).filter((place) => !meeting(place, box));
    const costs = places.map(costOf);
    if (places.length) return places[costs.indexOf(Math.min(...costs))];
  }
  return { left: 4, top: 4 };
}

// The places inside the window for a tip beside a box, the nearest first; then those beside its neighbours too.
function placesBeside(box, neighbours, width, height) {
  const places = [];
  const add = (left, top) => {
    const place = {
      left: Math.max(4, Math.min(left, innerWidth - width - 4)),
      top: Math.max(4, Math.min(top, innerHeight - height - 4)),
    };
    places.push(Object.assign(place, { right: place.left + width, bottom: place.top + height }));
  };
  const beside = (start, end, size) => [start - size - 6, end + 6];
  const along = (start, end, size) => [(start + end - size) / 2, start, end - size];
  const lefts = along(box.left, box.right, width);
  const tops = along(box.top, box.bottom, height);
  for (const top of beside(box.top, box.bottom, height)) for (const left of lefts) add(left, top);
  for (const left of beside(box.left, box.right, width)) for (const top of tops) add(left, top);
  const all = [box, ...neighbours];
  for (const left of all.flatMap((one) => beside(one.left, one.right, width)))
    for (const top of [...tops, ...all.flatMap((one) => beside(one.top, one.bottom, height))]) add(left, top);
  for (const top of all.flatMap((one) => beside(one.top, one.bottom, height))) for (const left of lefts) add(left, top);
  return places;
}

// The area that two boxes share.
function meeting(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

function hide() {
  clearTimeout(timer);
  anchor = null;
  tip.hidePopover?.();
}

document.addEventListener("pointerover", (event) => {
  const { target, pointerType } = /** @type {PointerEvent & { target: Node }} */ (event);
  if (pointerType !== "mouse") return;
  if (tip.contains(target) || (anchor && anchor === anchorOf(target))) return clearTimeout(timer);
  clearTimeout(timer);
  const element = anchorOf(target);
  if (element) timer = setTimeout(show, HOVER, element);
  else if (anchor) timer = setTimeout(hide, HOVER);
});

document.addEventListener("focusin", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.matches(":focus-visible")) return;
  const element = anchorOf(target) ?? (target.querySelector(".phrase") && target);
  if (element) show(element);
});
document.addEventListener("focusout", hide);

document.addEventListener("pointerdown", (event) => {
  const { target, pointerType, clientX, clientY } = /** @type {PointerEvent & { target: Node }} */ (event);
  hasPressed = false;
  if (anchor && !tip.contains(target)) hide();
  const element = anchorOf(target);
  if (pointerType === "mouse" || !element) return;
  finger = [clientX, clientY];
  timer = setTimeout(() => {
    show(element);
    hasPressed = anchor !== null;
  }, PRESS);
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (finger && Math.hypot(clientX - finger[0], clientY - finger[1]) > SLOP) letGo();
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letGo);

function letGo() {
  if (!finger) return;
  finger = null;
  clearTimeout(timer);
  if (anchor) timer = setTimeout(hide, READ);
}

// What was pressed long was read, not chosen.
for (const kind of ["click", "contextmenu"]) {
  document.addEventListener(
    kind,
    (event) => {
      if (!hasPressed) return;
      event.preventDefault();
      event.stopPropagation();
      if (kind === "click") hasPressed = false;
    },
    { capture: true },
  );
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && anchor) hide();
});
document.addEventListener("dragstart", hide); // it would cover where the card can be dropped
document.addEventListener(
  "scroll",
  () => {
    if (anchor) hide();
  },
  { capture: true, passive: true },
);
// In a narrower window it would stand outside.
addEventListener("resize", () => {
  if (anchor) place();
});
document.addEventListener("htmx:after:swap", () => {
  if (anchor && !anchor.isConnected) hide();
});
