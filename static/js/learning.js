// The coach: marks the element that it speaks of, brings it into sight, and draws a line to it. Its text and what it
// waits for come with the page (games/learning/), its place is that of learning.css. Without scripts it has no mark.

const GAP = 12; // pixels between an element and the sheet below it
const SHORTEST = 8; // pixels of a line that is worth drawing
const SETTLES = [100, 400, 1200]; // milliseconds after which a swap, an image or a motion may have moved things
const SVG = "http://www.w3.org/2000/svg";

const ring = document.createElement("div");
ring.className = "coach-ring";
ring.setAttribute("aria-hidden", "true");
const drawing = document.createElementNS(SVG, "svg");
drawing.setAttribute("class", "coach-line");
drawing.setAttribute("aria-hidden", "true");
const line = document.createElementNS(SVG, "path");
const end = document.createElementNS(SVG, "circle");
end.setAttribute("r", "4");
drawing.append(line, end);
document.body.append(drawing, ring);
let pointedAt = "";

// `card-nero@cost`: what has the class in the element; `card-nero@effect-2`: the second row of symbols in its text.
function elementOf(name) {
  const [id, part] = name.split("@");
  const row = part?.match(/^effect-(\d+)$/)?.[1];
  const selector = row ? `.card-text .signs > :nth-child(${row})` : `.${part}`;
  const whole = document.getElementById(id);
  return part ? whole?.querySelector(selector) : whole;
}

function target(coach) {
  const elements = coach.dataset.at.split(" ").filter(Boolean).map(elementOf);
  return elements.find((element) => element?.getClientRects().length) ?? null;
}

// What is seen of an element, inside of everything around it that scrolls.
function visiblePart(element) {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let box = element; box && box !== document.body; box = box.parentElement) {
    const { overflow, position } = getComputedStyle(box);
    if (position === "fixed") break;
    if (box === element || overflow === "visible") continue;
    const edge = box.getBoundingClientRect();
    [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
    [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

// The point of a box that is nearest to a point.
function nearest({ left, top, right, bottom }, x, y) {
  return { x: Math.min(Math.max(left, x), right), y: Math.min(Math.max(top, y), bottom) };
}

// From the edge of the coach to the edge of the mark.
function draw(coach, mark) {
  const from = nearest(coach.getBoundingClientRect(), (mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2);
  const to = nearest(mark, from.x, from.y);
  drawing.toggleAttribute("hidden", Math.hypot(to.x - from.x, to.y - from.y) < SHORTEST);
  line.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
  end.setAttribute("cx", `${to.x}`);
  end.setAttribute("cy", `${to.y}`);
}

function place() {
  const coach = document.getElementById("coach");
  const element = coach && target(coach);
  ring.hidden = !element;
  drawing.toggleAttribute("hidden", !element);
  if (!element) return;
  const mark = visiblePart(element);
  const size = `width: ${mark.width + 8}px; height: ${mark.height + 8}px`;
  ring.style.cssText = `left: ${mark.left - 4}px; top: ${mark.top - 4}px; ${size}`;
  draw(coach, { left: mark.left - 4, top: mark.top - 4, right: mark.right + 4, bottom: mark.bottom + 4 });
}

// On a phone the sheet at the foot of the window stays there while the page scrolls, and on its side at the head of the
// column: not over the element.
function bringIntoSight(coach, element) {
  const dock = document.getElementById("dock");
  const isHead = getComputedStyle(coach).position === "sticky";
  dock.style.scrollPaddingTop = isHead ? `${coach.offsetHeight + GAP}px` : "";
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (dock.contains(element) || getComputedStyle(dock).position !== "sticky") return;
  const { top, bottom } = element.getBoundingClientRect();
  const covered = bottom + GAP - dock.getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, Math.min(covered, top - GAP));
}

function point() {
  const coach = document.getElementById("coach");
  const says = coach.textContent;
  const element = target(coach);
  if (says !== pointedAt && element) bringIntoSight(coach, element);
  pointedAt = says;
  place();
  for (const wait of SETTLES) setTimeout(place, wait);
}

point();
document.addEventListener("htmx:after:swap", point);
addEventListener("resize", place);
document.addEventListener("scroll", place, { capture: true, passive: true });
