// Deadlines: how much time is left, by the server's clock; a live clock ticks, and so does the time to take
// a turn back.

const { lang } = document.documentElement;
const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]].map(([size, unit]) => (
  { size, format: new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }) }
));
const seconds = UNITS.at(-1).format;
let fetched = null;
let ahead = 0; // milliseconds: clocks of devices are often wrong
let warned = null;
let sent = null;
const SHORT = 3600; // seconds: so little time is short in a correspondence game
const ample = new Set(); // deadlines that were further away when the page was loaded

function tellTime() {
  const now = document.getElementById("table")?.dataset.now;
  if (now && now !== fetched) {
    fetched = now;
    ahead = Date.now() - new Date(now);
  }
  for (const time of document.querySelectorAll("time[data-deadline]")) {
    const left = (new Date(time.dateTime) - Date.now() + ahead) / 1000;
    time.title = sentence(time.dataset.deadline, left);
    time.classList.toggle("time-short", left < 60);
    if ("ticks" in time.dataset) tick(time, Math.max(0, Math.floor(left)));
    else if (left >= SHORT) ample.add(time.dateTime);
    else {
      if (isMine(time) && ample.delete(time.dateTime)) soundLow();
      time.dataset.says ??= time.textContent;
      const figure = time.parentElement.querySelector("[data-left]");
      const isBeside = figure?.getClientRects().length;
      write(time, isBeside ? time.dataset.says : `${time.dataset.says} (${time.title})`);
    }
  }
  for (const time of document.querySelectorAll("time[data-left]")) {
    write(time, sentence(time.dataset.left, (new Date(time.dateTime) - Date.now() + ahead) / 1000));
  }
  for (const time of document.querySelectorAll("time[data-sends]")) {
    const left = Math.ceil((new Date(time.dateTime) - Date.now() + ahead) / 1000);
    if (left <= 60) time.textContent = seconds.format(Math.max(0, left));
    time.closest(".sending").hidden = left <= 0;
    if (left >= 0 || sent === time.dateTime) continue; // its fractions are not in the page
    sent = time.dateTime;
    document.dispatchEvent(new Event("missing")); // any look at the table sends what is due
  }
}

function write(time, text) {
  if (time.textContent !== text) time.textContent = text;
}

const sentence = (words, left) => words.replace("…", span(left));

// A time in words, in at most two units, as the server says it (time_left in timekeeping/display.py).
function span(left) {
  let rest = Math.max(0, Math.floor(left));
  if (rest >= 60) rest -= rest % 60;
  const counts = UNITS.map(({ size, format }) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return { count, format };
  });
  const first = counts.findIndex(({ count }) => count);
  if (first < 0) return seconds.format(0);
  return counts.slice(first, first + 2).filter(({ count }) => count)
    .map(({ count, format }) => format.format(count)).join(" ");
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
