// The coach: stands beside the element that it speaks of, and marks it. Its text and what it waits for come with the
// page (games/learning/); this file only knows where things are. Without scripts the coach stands above the table.

const GAP = 12; // pixels between the coach and what it points at
const EDGE = 8;
const SETTLES = [100, 400, 1200]; // milliseconds after which a swap, an image or a motion may have moved things

const ring = document.createElement("div");
ring.className = "coach-ring";
ring.setAttribute("aria-hidden", "true");
document.body.append(ring);
let pointedAt = "";

function target(coach) {
  const elements = coach.dataset.at.split(" ").map((id) => document.getElementById(id));
  return elements.find((element) => element?.getClientRects().length) ?? null;
}

// In a narrow window the coach covers something wherever it stands. It covers what matters least, near what it marks.
const WORTH = {
  "#ask": 6,
  ".side.mine": 4,
  "#hand": 4,
  ".track": 3,
  ".strip": 2,
  "#tracks": 2,
  ".side.theirs": 1,
  "#bar": 1,
};

function rowFor(mark, { height }) {
  const boxes = [[mark, 100]];
  for (const [what, worth] of Object.entries(WORTH)) {
    for (const element of document.querySelectorAll(`#table ${what}`)) {
      const box = element.getBoundingClientRect();
      boxes.push([box, (worth * box.width) / innerWidth]);
    }
  }
  const costAt = (row) => {
    const away = Math.max(mark.top - row - height, row - mark.bottom, 0);
    return boxes.reduce(
      (sum, [{ top, bottom }, worth]) => sum + worth * Math.max(0, Math.min(bottom, row + height) - Math.max(top, row)),
      away / 10,
    );
  };
  let best = EDGE;
  for (let row = EDGE; row + height <= innerHeight - EDGE; row += EDGE / 2) {
    if (costAt(row) < costAt(best)) best = row;
  }
  return best;
}

// The place on the board that a marked use of the chosen card changes: a planet, a technology or a side (see drag.js).
function goalOf(element) {
  const verb = element.id.startsWith("use-") && element.id.slice("use-".length);
  const id = verb && document.querySelector("#hand a.card.chosen")?.dataset[verb];
  return id ? document.getElementById(id)?.getBoundingClientRect() : null;
}

// The first place that fits beside the marked element; else at the side or end of the screen that is farther from it.
function placeFor(mark, size, goal) {
  const { innerWidth: width, innerHeight: height } = window;
  if (size.width > width / 2) return [EDGE, rowFor(mark, size)];
  const clamp = (value, most) => Math.max(EDGE, Math.min(value, most - EDGE));
  const left = clamp(mark.left + (mark.width - size.width) / 2, width - size.width);
  const top = clamp(mark.top + (mark.height - size.height) / 2, height - size.height);
  if (mark.top - GAP - size.height >= EDGE) return [left, mark.top - GAP - size.height];
  if (mark.bottom + GAP + size.height <= height - EDGE) return [left, mark.bottom + GAP];
  const beside = mark.left - GAP - size.width;
  const coversGoal = (left) => goal && goal.left < left + size.width && goal.right > left;
  if (beside >= EDGE) return [coversGoal(beside) && !coversGoal(EDGE) ? EDGE : beside, top];
  if (mark.right + GAP + size.width <= width - EDGE) return [mark.right + GAP, top];
  const [right, bottom] = [width - size.width - EDGE, height - size.height - EDGE];
  const isRight = mark.left + mark.width / 2 > width / 2;
  if (width > height) return [isRight ? EDGE : right, top]; // a phone on its side
  const isLow = mark.top + mark.height / 2 > height / 2;
  return [left, isLow ? EDGE : bottom];
}

// What is seen of an element, inside of everything around it that scrolls.
function visiblePart(element) {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflow === "visible") continue;
    const edge = box.getBoundingClientRect();
    [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
    [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

function place() {
  const coach = document.getElementById("coach");
  const element = target(coach);
  ring.hidden = !element;
  coach.style.cssText = "";
  if (!element) return;
  const mark = visiblePart(element);
  const [left, top] = placeFor(mark, coach.getBoundingClientRect(), goalOf(element));
  coach.style.cssText = `inset: ${top}px auto auto ${left}px`;
  const size = `width: ${mark.width + 8}px; height: ${mark.height + 8}px`;
  ring.style.cssText = `left: ${mark.left - 4}px; top: ${mark.top - 4}px; ${size}`;
}

function point() {
  const coach = document.getElementById("coach");
  const says = coach.textContent;
  if (says !== pointedAt) target(coach)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  pointedAt = says;
  place();
  for (const wait of SETTLES) setTimeout(place, wait);
}

point();
document.addEventListener("htmx:after:swap", point);
addEventListener("resize", place);
document.addEventListener("scroll", place, { capture: true, passive: true });
