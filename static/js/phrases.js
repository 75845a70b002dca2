// Phrases of symbols: the sentence of a phrase that shows symbols alone, by hover, focus and long press.
// An element with [data-phrase] stands for the phrases inside it.

const HOVER = 300; // milliseconds until a tip appears, and until it goes when the pointer has left
const PRESS = 450;
const READ = 4000; // until the tip of a long press goes by itself: on a phone it covers the hand
const SLOP = 10; // pixels that a pressing finger may move

const tip = document.createElement("div");
tip.className = "tip";
tip.popover = "manual";
tip.setAttribute("aria-hidden", "true"); // screen readers read the sentence in the phrase
document.body.append(tip);

let anchor = null; // the element whose sentence is shown
let timer = 0;
let finger = null; // where a finger went down
let hasPressed = false;

const anchorOf = (node) => node.closest?.(".phrase") ?? node.closest?.("[data-phrase]");

function sentencesOf(element) {
  const texts = [...element.querySelectorAll(".says")].filter((text) => text.offsetWidth <= 1);
  // A card whose text stands on it needs no tip for its frame alone.
  if (!element.matches(".phrase") && texts.every((text) => text.closest(".terse"))) return "";
  return texts.map((text) => text.textContent.trim()).join(" ");
}

function show(element) {
  const sentence = sentencesOf(element);
  if (!sentence) return;
  anchor = element;
  tip.textContent = sentence;
  tip.showPopover();
  const place = element.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const left = place.left + (place.width - size.width) / 2;
  const above = place.top - size.height - 6;
  tip.style.left = `${Math.max(4, Math.min(left, innerWidth - size.width - 4))}px`;
  tip.style.top = `${above >= 4 ? above : Math.min(place.bottom + 6, innerHeight - size.height - 4)}px`;
}

function hide() {
  clearTimeout(timer);
  anchor = null;
  tip.hidePopover();
}

document.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType !== "mouse") return;
  if (tip.contains(target) || (anchor && anchor === anchorOf(target))) return clearTimeout(timer);
  clearTimeout(timer);
  const element = anchorOf(target);
  if (element) timer = setTimeout(show, HOVER, element);
  else if (anchor) timer = setTimeout(hide, HOVER);
});

document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(":focus-visible")) return;
  const element = anchorOf(target) ?? (target.querySelector(".phrase") && target);
  if (element) show(element);
});
document.addEventListener("focusout", hide);

document.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
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
  document.addEventListener(kind, (event) => {
    if (!hasPressed) return;
    event.preventDefault();
    event.stopPropagation();
    if (kind === "click") hasPressed = false;
  }, { capture: true });
}

document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && anchor) hide(); });
document.addEventListener("scroll", () => { if (anchor) hide(); }, { capture: true, passive: true });
document.addEventListener("htmx:after:swap", () => { if (anchor && !anchor.isConnected) hide(); });
