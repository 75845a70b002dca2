// The page's socket: of a signed-in user, of a table, of lists that the page shows. What it says is passed on as
// the event "told"; "connected", "silent" (dead without an end), "refused" (too many are open) and "missing" (there is
// none: pages fetch what they show) say how it is. Scripts send words by the event "say".

const NO_TABLE = 4404;
const TOO_MANY = 4429;
const SOON = 500;
const LONGEST = 30_000;
const QUIET = 15_000; // after so long without a word the page asks whether the socket is alive
const QUIET_HIDDEN = 60_000;
const PATIENCE = 10_000; // for the answer, and for the connection
const CONNECTIONS = 6; // of a browser to a host by HTTP/1.1
const PING = "ping";
const PONG = "pong";

const table = document.querySelector("[data-live]");
const lists = new Set(Array.from(document.querySelectorAll("[data-list]"), ({ dataset }) => dataset.list));
const { viewer } = document.body.dataset;
let socket = null;
let wait = SOON;
let timer = null; // of the next question, answer or connection
let isWaiting = false; // for the next connection

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

const isOpen = () => socket?.readyState === WebSocket.OPEN;

function plan(task, delay) {
  clearTimeout(timer);
  timer = setTimeout(task, delay);
}

function address() {
  const query = new URLSearchParams({ viewer });
  if (table?.dataset.token) query.set("token", table.dataset.token);
  for (const name of lists) query.append("list", name);
  const rendered = Array.from(document.querySelectorAll("[data-made]"), ({ dataset }) => Number(dataset.made));
  if (rendered.length) query.set("made", String(Math.min(...rendered))); // what changed since then was not heard
  const path = table ? `/ws/tables/${table.dataset.live}/` : "/ws/";
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}?${query}`;
}

function connect() {
  isWaiting = false;
  socket = new WebSocket(address());
  socket.onopen = () => {
    heard();
    if (wait > SOON) tell("reconnected");
    wait = SOON;
    tell("connected");
  };
  socket.onmessage = ({ data }) => {
    heard();
    if (data !== PONG) tell("told", JSON.parse(data));
  };
  socket.onclose = ({ code }) => {
    if (code === NO_TABLE) {
      // there is no such table for this viewer, who may have been logged out
      leave();
      tell("missing");
      return;
    }
    if (code === TOO_MANY) {
      wait = LONGEST;
      tell("refused");
    }
    reconnect();
  };
  plan(giveUp, PATIENCE);
}

function reconnect() {
  isWaiting = true;
  plan(connect, wait + Math.random() * Math.max(SOON, wait / 2));
  wait = Math.min(wait * 2, LONGEST);
  if (wait > 8000) tell("missing");
}

function heard() {
  plan(ask, document.hidden ? QUIET_HIDDEN : QUIET);
}

function ask() {
  if (!isOpen()) return;
  socket.send(PING);
  const asked = performance.now();
  // A tab that was frozen meanwhile has not yet read what came: its timer is late.
  plan(() => (performance.now() - asked > 2 * PATIENCE ? ask() : giveUp()), PATIENCE);
}

function giveUp() {
  const wasOpen = isOpen();
  leave();
  if (wasOpen) {
    tell("silent");
    dropConnections().then(() => tell("missing"));
  }
  reconnect();
}

// What swallowed the socket has swallowed the browser's other connections too, and by HTTP/1.1 each request would try
// another one of them. Requests that are given up close theirs.
async function dropConnections() {
  const [loading] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (["h2", "h3"].includes(loading?.nextHopProtocol)) return;
  const giving = new AbortController();
  setTimeout(() => giving.abort(), 3000);
  /** @type {RequestInit} */
  const how = { method: "HEAD", cache: "no-store", signal: giving.signal };
  await Promise.allSettled(Array.from({ length: CONNECTIONS }, () => fetch("/healthz", how)));
}

function leave() {
  clearTimeout(timer);
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close(); // the browser waits for the other end, the page does not
  socket = null;
}

// The page is looked at again, or the network is back.
function check() {
  if (isOpen()) ask();
  else if (isWaiting) connect();
}

document.addEventListener("say", ({ detail: words }) => {
  if (isOpen()) socket.send(words);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) check();
});
addEventListener("online", check);

// Other pages are often left at once, and nothing on them waits for a socket.
if (table) addEventListener("load", connect);
else if (viewer || lists.size) addEventListener("load", () => setTimeout(connect, 500));
