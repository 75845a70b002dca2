// The page's socket: of a signed-in user, of a table, of lists that the page shows. What it says is passed on as
// the event "told"; "connected" and "missing" say how it is. Scripts send words by the event "say".

const table = document.querySelector("[data-live]");
const lists = new Set(Array.from(document.querySelectorAll("[data-list]"), ({ dataset }) => dataset.list));
const { viewer } = document.body.dataset;
let socket = null;
let wait = 500;

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

function address() {
  const query = new URLSearchParams({ viewer });
  if (table?.dataset.token) query.set("token", table.dataset.token);
  for (const name of lists) query.append("list", name);
  const rendered = Array.from(document.querySelectorAll("[data-made]"), ({ dataset }) => dataset.made);
  if (rendered.length) query.set("made", Math.min(...rendered)); // what changed since then was not heard
  const path = table ? `/ws/tables/${table.dataset.live}/` : "/ws/";
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}?${query}`;
}

function connect() {
  socket = new WebSocket(address());
  socket.onopen = () => {
    if (wait > 500) tell("reconnected");
    wait = 500;
    tell("connected");
  };
  socket.onmessage = ({ data }) => tell("told", JSON.parse(data));
  socket.onclose = ({ code }) => {
    if (code === 4404) { // there is no such table for this viewer, who may have been logged out
      tell("missing", { forever: true });
      return;
    }
    setTimeout(connect, wait + Math.random() * 500);
    wait = Math.min(wait * 2, 30000);
    if (wait > 8000) tell("missing", { forever: false });
  };
}

document.addEventListener("say", ({ detail: words }) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(words);
});

// Other pages are often left at once, and nothing on them waits for a socket.
if (table) addEventListener("load", connect);
else if (viewer || lists.size) addEventListener("load", () => setTimeout(connect, 500));
