// Deadlines: how much time is left, by the server's clock; a live clock ticks, and so does the time to take
// a turn back.

const { lang } = document.documentElement;
/** @type {[number, string][]} */
const UNITS = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];
const formats = new Map(); // by unit; the first of a page takes a phone a tenth of a second
let fetched = null;
let ahead = 0; // milliseconds: clocks of devices are often wrong
let warned = null;
let sent = null;
const SHORT = 3600; // seconds: so little time is short in a correspondence game
const ample = new Set(); // deadlines that were further away when the page was loaded
const said = new WeakMap(); // what an element says: the minute, and in which answer of the server

function tellTime() {
  const now = rendered();
  if (now && now !== fetched) {
    fetched = now;
    ahead = Date.now() - Number(new Date(now));
  }
  for (const time of document.querySelectorAll("time[data-deadline]")) {
    const left = (Date.parse(time.dateTime) - Date.now() + ahead) / 1000;
    time.classList.toggle("time-short", left < 60);
    if ("ticks" in time.dataset) {
      tick(time, Math.max(0, Math.floor(left)));
      continue;
    }
    const figureHolds = !isStale(time, left);
    if (figureHolds && !time.title) time.title = figureOf(time.dateTime);
    if (!figureHolds || !time.title) time.title = sentence(time.dataset.deadline, left);
    if (left >= SHORT) ample.add(time.dateTime);
    else {
      if (isMine(time) && ample.delete(time.dateTime)) soundLow();
      time.dataset.says ??= time.textContent;
      const figure = time.parentElement.querySelector("[data-left]");
      const isBeside = figure?.getClientRects().length;
      write(time, isBeside ? time.dataset.says : `${time.dataset.says} (${time.title})`);
    }
  }
  for (const time of document.querySelectorAll("time[data-left]")) {
    const left = (Date.parse(time.dateTime) - Date.now() + ahead) / 1000;
    if (isStale(time, left)) write(time, sentence(time.dataset.left, left));
  }
  for (const time of document.querySelectorAll("time[data-sends]")) {
    const left = Math.ceil((Date.parse(time.dateTime) - Date.now() + ahead) / 1000);
    if (left <= 60) time.textContent = words(Math.max(0, left), "second");
    time.closest(".sending").hidden = left <= 0;
    if (left >= 0 || sent === time.dateTime) continue; // its fractions are not in the page
    sent = time.dateTime;
    document.dispatchEvent(new Event("missing")); // any look at the table sends what is due
  }
}

// When the server said it: at a table, or on a page with a list, which says it in seconds.
const rendered = () =>
  document.getElementById("table")?.dataset.now ?? 1000 * Number(document.querySelector("[data-made]")?.dataset.made);

const figureOf = (deadline) => document.querySelector(`[data-left][datetime="${deadline}"]`)?.textContent ?? "";

// What the server has said holds for a minute, in the last one for a second.
function isStale(time, left) {
  const before = said.get(time);
  const ofServer = Math.floor((Date.parse(time.dateTime) - Number(new Date(fetched))) / 60_000);
  const minute = Math.floor(left / 60);
  said.set(time, { fetched, minute });
  return left < 60 || minute !== (before?.fetched === fetched ? before.minute : ofServer);
}

function write(time, text) {
  if (time.textContent !== text) time.textContent = text;
}

const sentence = (text, left) => text.replace("…", span(left));

function words(count, unit) {
  if (!formats.has(unit)) formats.set(unit, new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }));
  return formats.get(unit).format(count);
}

// A time in words, in at most two units, as the server says it (time_left in timekeeping/display.py).
function span(left) {
  let rest = Math.max(0, Math.floor(left));
  if (rest >= 60) rest -= rest % 60;
  const counts = UNITS.map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return { count, unit };
  });
  const first = counts.findIndex(({ count }) => count);
  if (first < 0) return words(0, "second");
  return counts
    .slice(first, first + 2)
    .filter(({ count }) => count)
    .map(({ count, unit }) => words(count, unit))
    .join(" ");
}

const isMine = (time) => time.closest(".is-mine .side.mine") !== null;
const soundLow = () => document.dispatchEvent(new CustomEvent("sound", { detail: "low" }));

// A clock that ticks is silent, but for one's own last minute: once.
function tick(time, left) {
  time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (left > 60 || warned === time.dateTime || !isMine(time)) return;
  warned = time.dateTime;
  document.getElementById("says").textContent = time.dataset.lastMinute;
  soundLow();
}

document.addEventListener("htmx:after:swap", tellTime);
setInterval(tellTime, 1000);
tellTime();
