// The socket says that the table has changed; the page then fetches its own fragment.

const page = () => document.querySelector("[data-live]");
let wait = 500;
let asked = false;
let hint = null;
const clicks = new Set();
let latest = 0;
let socket = null;
let touched = document.hidden ? -Infinity : Date.now();
let told = -Infinity;

// A tab in front that nobody has touched for a while may be on a machine that its owner has left.
const isLookedAt = () => !document.hidden && Date.now() - touched < 120000;

function say(what) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  told = Date.now();
  socket.send(what);
}

// Who looks at this table needs no push and no mail.
function sayHere() {
  if (isLookedAt() && Date.now() - told >= 30000) say("here");
}

function touch() {
  const wasAway = !isLookedAt();
  touched = Date.now();
  sayHere();
  if (wasAway && isLookedAt()) fetchTable(); // what came meanwhile is seen only now
}

// A hint may come while an answer is on its way that knows nothing of it yet: so whatever has
// been swapped in is compared with the last hint.
function catchUp() {
  if (latest > Number(page()?.dataset.version)) fetchTable();
}

// What the player has clicked goes first: a table asked for before the click knows nothing of
// it and would take it back.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === document.body) hint = ctx;
  else {
    clicks.add(ctx);
    hint?.request.abort();
  }
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === document.body) hint = null;
  else {
    clicks.delete(ctx);
    catchUp();
  }
});

async function fetchTable() {
  const table = page();
  if (!table || asked || clicks.size) return;
  const before = table.dataset.version;
  const here = isLookedAt();
  asked = true;
  try {
    const where = new URL(table.dataset.here, location.href);
    where.searchParams.set("version", table.dataset.version);
    if (here) where.searchParams.set("here", "1");
    await htmx.ajax("GET", where.pathname + where.search, { target: "#table", swap: "outerMorph" });
  } finally {
    asked = false;
    if (!here && isLookedAt()) fetchTable();
    else if (page()?.dataset.lost !== undefined) return; // regions.js tries again
    else if (page()?.dataset.version === before) setTimeout(catchUp, 2000);
    else catchUp();
  }
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const { live, token } = page().dataset;
  const secret = token ? `?token=${encodeURIComponent(token)}` : "";
  socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${live}/${secret}`);
  socket.onopen = () => { wait = 500; told = -Infinity; sayHere(); };  // it says the version at once
  socket.onmessage = (event) => {
    const { version } = JSON.parse(event.data);
    latest = Math.max(latest, version);
    catchUp();
  };
  socket.onclose = ({ code }) => {
    if (code === 4404) { // there is no such table for this viewer, who may have been logged out
      fetchTable();
      return;
    }
    setTimeout(connect, wait + Math.random() * 500);
    wait = Math.min(wait * 2, 30000);
    if (wait > 8000) fetchTable();
  };
}

addEventListener("load", connect);
document.addEventListener("htmx:after:swap", catchUp);
for (const input of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
  document.addEventListener(input, touch, { capture: true, passive: true });
}
addEventListener("focus", touch);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    say("away");
    touched = told = -Infinity;
  } else touch();
});
setInterval(sayHere, 10000);
