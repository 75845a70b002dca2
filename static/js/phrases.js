// Phrases of symbols: the sentence of a phrase that shows symbols alone, by hover, focus and long press.
// An element with [data-phrase] stands for the phrases inside it.

const HOVER = 300; // milliseconds until a tip appears, and until it goes when the pointer has left
const PRESS = 450;
const READ = 4000; // until the tip of a long press goes by itself: on a phone it covers the hand
const SLOP = 10; // pixels that a pressing finger may move
const GAP = 6; // pixels between a tip and what it explains
const SHIFTS = 12; // places of a tip along half a side
// Of a tip: narrower where it would stand over an answer, and if that doesn't help in smaller letters.
const SHAPES = [
  { width: "" },
  { width: "14rem" },
  { width: "9rem" },
  { width: "4.4rem" },
  { width: "", isSmall: true },
  { width: "16rem", isSmall: true },
];
const ANSWERS = "#ask :is(button, a.plain-button), .pick, .tickable";
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
  let best = { cost: Infinity, left: 0, top: 0, shape: SHAPES[0] };
  for (const shape of SHAPES) {
    form(shape);
    const { isFree, ...spot } = placeOf(anchor, tip.getBoundingClientRect());
    if (spot.cost < best.cost) best = { ...spot, shape };
    if (isFree) break;
  }
  form(best.shape);
  tip.style.left = `${best.left}px`;
  tip.style.top = `${best.top}px`;
}

function form({ width, isSmall = false }) {
  tip.style.maxWidth = width;
  tip.classList.toggle("is-small", isSmall);
}

// Where a tip of a size stands beside what it explains: over no answer, and over as little else as can be clicked.
function placeOf(element, { width, height }) {
  const own = element.closest("#ask .use, .pick") ?? element;
  const box = own.getBoundingClientRect();
  const boxesOf = (what) =>
    [...document.querySelectorAll(what)]
      .filter((one) => !own.contains(one) && !one.contains(own) && one.offsetWidth && !one.closest("[popover]"))
      .map((one) => one.getBoundingClientRect());
  const answers = boxesOf(ANSWERS);
  const controls = boxesOf(CONTROLS);
  const under = (boxes, place) => boxes.reduce((sum, one) => sum + meeting(place, one), 0);
  let best = { left: 4, top: 4, isFree: false, cost: Infinity };
  for (const place of placesBeside(box, width, height)) {
    if (meeting(place, box)) continue;
    const hidden = under(answers, place);
    const cost = hidden * 1000 + under(controls, place) + place.aside;
    if (cost < best.cost) best = { ...place, isFree: !hidden, cost };
  }
  return best;
}

// The places inside the window for a tip that touches a box but for a gap; `aside`: how far from the middle of a side.
function placesBeside(box, width, height) {
  const places = [];
  const add = (left, top, aside) => {
    const place = {
      left: Math.max(4, Math.min(left, innerWidth - width - 4)),
      top: Math.max(4, Math.min(top, innerHeight - height - 4)),
    };
    places.push({ ...place, right: place.left + width, bottom: place.top + height, aside });
  };
  const beside = (start, end, size) => [start - size - GAP, end + GAP];
  const along = (start, end, size) => {
    const middle = (start + end - size) / 2;
    const reach = (end - start + size) / 2;
    const shifts = [...Array(SHIFTS * 2 + 1).keys()].map((count) => (count / SHIFTS - 1) * reach);
    return shifts.map((shift) => [middle + shift, Math.abs(shift)]);
  };
  for (const top of beside(box.top, box.bottom, height))
    for (const [left, aside] of along(box.left, box.right, width)) add(left, top, aside);
  for (const left of beside(box.left, box.right, width))
    for (const [top, aside] of along(box.top, box.bottom, height)) add(left, top, aside + height);
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
