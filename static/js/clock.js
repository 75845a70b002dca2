// Deadlines: how much time is left, by the server's clock; a live clock ticks, and so does the time to take
// a turn back.

const STEPS = [[86400, "day"], [3600, "hour"], [60, "minute"]];
const { lang } = document.documentElement;
const relative = new Intl.RelativeTimeFormat(lang, { numeric: "always" });
const seconds = new Intl.NumberFormat(lang, { style: "unit", unit: "second", unitDisplay: "long" });
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
    const [size, unit] = STEPS.find(([seconds]) => Math.abs(left) >= seconds) || [1, "second"];
    time.title = relative.format(Math.trunc(left / size), unit);
    time.classList.toggle("time-short", left < 60);
    if ("ticks" in time.dataset) tick(time, Math.max(0, Math.floor(left)));
    else if (left >= SHORT) ample.add(time.dateTime);
    else {
      if (isMine(time) && ample.delete(time.dateTime)) soundLow();
      time.dataset.says ??= time.textContent;
      time.textContent = `${time.dataset.says} (${time.title})`;
    }
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
