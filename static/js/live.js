// The socket says that the table has changed; the page then fetches its own fragment. A page without
// [data-live] (a mail's turn, a replay) does not follow its game.

const page = () => document.querySelector("[data-live]");
let asked = false;
let hint = null;
const clicks = new Set();
let latest = 0;
let planned = null;
let touched = document.hidden ? -Infinity : Date.now();
let reported = -Infinity;

// A tab in front that has not been touched for a while may be on a machine that its owner has left.
const isLookedAt = () => !document.hidden && Date.now() - touched < 120000;

function say(detail) {
  reported = Date.now();
  if (page()) document.dispatchEvent(new CustomEvent("say", { detail }));
}

// Who looks at this table needs no push and no mail.
function sayHere() {
  if (isLookedAt() && Date.now() - reported >= 30000) say("here");
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
    if (latest > Number(before)) where.searchParams.set("told", String(latest));
    await htmx.ajax("GET", where.pathname + where.search, { target: "#table", swap: "outerMorph" });
  } finally {
    asked = false;
    const isLost = page()?.dataset.lost !== undefined; // regions.js tries again
    if (!here && isLookedAt()) fetchTable();
    else if (!isLost && page()?.dataset.version === before) setTimeout(catchUp, 2000);
    else if (!isLost) catchUp();
  }
}

// It says the version at once.
document.addEventListener("connected", () => {
  reported = -Infinity;
  sayHere();
});
// Spectators spread their fetches over the time that the socket says.
document.addEventListener("told", ({ detail: { version = 0, within = 0 } }) => {
  if (!version) return;
  latest = Math.max(latest, version);
  if (!within) return catchUp();
  if (planned) return;
  const fetchThen = () => {
    planned = null;
    catchUp();
  };
  planned = setTimeout(fetchThen, Math.random() * within * 1000);
});
document.addEventListener("missing", fetchTable);
document.addEventListener("htmx:after:swap", catchUp);
for (const input of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
  document.addEventListener(input, touch, { capture: true, passive: true });
}
addEventListener("focus", touch);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    say("away");
    touched = reported = -Infinity;
  } else touch();
});
setInterval(sayHere, 10000);
