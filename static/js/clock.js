// Deadlines: how much time is left, by the server's clock; a live clock ticks.

const STEPS = [[86400, "day"], [3600, "hour"], [60, "minute"]];
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
let fetched = null;
let ahead = 0; // milliseconds: clocks of devices are often wrong
let warned = null;

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
    else if (left < 3600) {
      time.dataset.says ??= time.textContent;
      time.textContent = `${time.dataset.says} (${time.title})`;
    }
  }
}

// A clock that ticks is silent to screen readers, but for one's own last minute: once.
function tick(time, left) {
  time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (left > 60 || warned === time.dateTime || !time.closest(".is-mine .side.mine")) return;
  warned = time.dateTime;
  document.getElementById("news").textContent = time.dataset.lastMinute;
}

document.addEventListener("htmx:after:swap", tellTime);
setInterval(tellTime, 1000);
tellTime();
