// The replay: links with [data-moment] and the slider fetch the table at another moment; it can play by itself.

const PAUSE = 1500; // milliseconds at a moment, for what it did is to be read
const table = () => document.getElementById("table");
const isMoving = () => document.body.classList.contains("playing"); // see motion.js
const slider = () => document.querySelector("input#turn-slider");

let wanted = null; // the address to go to next
let isFetching = false;
let timer = 0;

async function go(path) {
  wanted = path;
  if (isFetching) return;
  isFetching = true;
  try {
    while (wanted) {
      const next = wanted;
      wanted = null;
      await htmx.ajax("GET", next, { target: "#table", swap: "outerMorph" });
    }
  } finally {
    isFetching = false;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-moment]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (event.isTrusted) setPlaying(false);
  go(link.getAttribute("href"));
});

document.addEventListener("input", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target !== slider()) return;
  setPlaying(false);
  const { stops, path, query } = target.dataset;
  go(`${path}${stops.split(" ")[target.value]}/${query}`);
});

// The address is that of the moment, and the list shows its turn.
document.addEventListener("htmx:after:swap", () => {
  const address = table()?.dataset.address;
  if (!address) return; // a running game
  if (address !== location.pathname + location.search) history.replaceState(history.state, "", address);
  if (!wanted && slider()) slider().value = slider().getAttribute("value");
  showTurn();
  showAutoplay();
});

function showTurn() {
  const list = document.getElementById("replay-turns");
  const turn = list?.querySelector(".replay-decisions .current") ?? list?.querySelector(".current");
  if (!turn) return list?.scrollTo({ top: 0 });
  const [seen, place] = [list.getBoundingClientRect(), turn.getBoundingClientRect()];
  if (place.top < seen.top || place.bottom > seen.bottom) {
    const above = Math.min(list.clientHeight / 3, list.clientHeight - place.height);
    list.scrollBy({ top: place.top - seen.top - Math.max(0, above) });
  }
}

addEventListener("resize", showTurn);

// --- playing by itself ---

function showAutoplay() {
  const button = document.getElementById("autoplay");
  button.setAttribute("aria-pressed", String(timer !== 0));
  button.firstElementChild.textContent = timer ? "❚❚" : "▷";
}

function setPlaying(isOn) {
  clearInterval(timer);
  timer = 0;
  if (isOn) {
    let since = Date.now();
    let shown = table().dataset.seq;
    timer = setInterval(() => {
      const on = document.getElementById("step-on");
      if (on.tagName !== "A") return setPlaying(false);
      if (table().dataset.seq !== shown || isMoving() || isFetching) {
        shown = table().dataset.seq;
        since = Date.now();
      } else if (Date.now() - since >= PAUSE) on.click();
    }, 100);
    document.getElementById("step-on").click?.();
  }
  showAutoplay();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#autoplay")) setPlaying(timer === 0);
});

showTurn();
