// Regions: the parts of a page that htmx replaces. An answer without the region (a proxy's error
// page, the log-in page) is never swapped in: the page says that it reconnects, and tries again,
// unless the site itself says that the region is gone. So it is when the socket falls silent.
// A request lists the smaller regions of its target ([data-region]), and the answer leaves out those
// that are the same ([data-kept]): see zenith_site/regions.py.

const LONGEST = 30_000;
const GONE = [403, 404, 410];
const says = document.getElementById("connection");
let isSilent = false;
const lost = new Map(); // by the region's id: how often it was missed, and when it is tried again

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.request.headers["X-Viewer"] = document.body.dataset.viewer; // see ViewerMiddleware
  takeToken(ctx.request.body);
  if (ctx.request.headers["HX-History-Restore-Request"]) restore(ctx.request);
  const target = ctx.target;
  if (!target?.id || !ctx.swap?.endsWith("Morph") || lost.has(target.id)) return;
  const shown = Array.from(target.querySelectorAll("[data-region]"), ({ id, dataset }) => `${id}:${dataset.region}`);
  const { version } = target.dataset;
  if (version) shown.push(`${target.id}:${version}`);
  if (shown.length) ctx.request.headers["X-Regions"] = shown.join(" ");
});

// A log-in in another tab has changed the token since this page was rendered. The server looks at X-Viewer first.
function takeToken(body) {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  if (token && body?.has("csrfmiddlewaretoken")) body.set("csrfmiddlewaretoken", token);
}

// Back to before a filter fetches [hx-history-elt], and what was lost before in it is no longer waited for. htmx ends
// this request only for the next one.
function restore(request) {
  const given = request.signal;
  const giving = new AbortController();
  given.addEventListener("abort", () => giving.abort());
  Object.assign(request, { signal: giving.signal, abort: giving.abort.bind(giving) });
  for (const id of [...lost.keys()]) found(id);
}

// What has been typed and not been sent stays: a morph only takes care of the field with the focus.
const isTyped = (node) =>
  node.matches?.("textarea, input:not([type]), input[type=text]") && node.value !== node.defaultValue;

htmx.registerExtension("kept", {
  htmx_before_morph_node(_element, { oldNode, newNode }) {
    if (newNode.dataset?.kept !== undefined) return false;
    if (!isTyped(oldNode)) return true;
    oldNode.defaultValue = newNode.defaultValue;
    return false;
  },
});

const isLeaving = ({ hx }) => hx.redirect || hx.refresh || hx.location;

// A refusal names another region in its headers: see RefusalMiddleware.
function carriesRegion({ text, select, target, hx, response: { status } }) {
  if (status === 204 || status === 304) return true; // nothing has changed
  const page = new DOMParser().parseFromString(text, "text/html");
  const region = page.querySelector(hx.reselect ?? select ?? `#${CSS.escape(target.id)}`);
  return region !== null && Array.from(region.querySelectorAll("[data-kept]")).every(isHere);
}

// Not if another answer has changed the region meanwhile.
const isHere = ({ id, dataset }) => document.getElementById(id)?.dataset.region === dataset.region;

// The 404 of a proxy that finds no site behind it is not final: the site's own pages have this line.
function isGone({ text, request: { method }, response }) {
  if (method !== "GET" || !GONE.includes(response?.status)) return false;
  return new DOMParser().parseFromString(text, "text/html").getElementById(says.id) !== null;
}

// Before every other listener: to them a request that was prevented here has no answer.
document.addEventListener(
  "htmx:after:request",
  (event) => {
    const { ctx } = event.detail;
    if (!ctx.target?.id || isLeaving(ctx)) return;
    if (carriesRegion(ctx)) found(ctx.target.id);
    else {
      event.preventDefault();
      missed(ctx);
    }
  },
  { capture: true },
);

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.target?.id && !ctx.response) missed(ctx); // no network, or no answer in time
});

function found(id) {
  clearTimeout(lost.get(id)?.timer);
  lost.delete(id);
  show();
}

// What was sent is not sent again by itself: the player sees the region as it is, and decides.
function missed(ctx) {
  const {
    target: { id },
    request: { method, action },
  } = ctx;
  const before = lost.get(id);
  clearTimeout(before?.timer);
  const here = document.getElementById(id)?.dataset.here;
  const path = here ?? (method === "GET" ? action : before?.path);
  const { select, swap, push, replace } = ctx;
  const region = { tries: (before?.tries ?? 0) + 1, path, how: { select, swap, push, replace } };
  region.isGone = isGone(ctx);
  const wait = Math.min(LONGEST, 1000 * 2 ** (region.tries - 1));
  if (!region.isGone) region.timer = setTimeout(() => tryAgain(id), wait * (0.75 + Math.random() / 2));
  lost.set(id, region);
  show();
}

function tryAgain(id) {
  const region = lost.get(id);
  const target = document.getElementById(id);
  if (!target) found(id);
  else if (region?.path) htmx.ajax("GET", region.path, { target, ...region.how });
}

addEventListener("online", () => {
  for (const [id, { timer }] of lost) {
    clearTimeout(timer);
    tryAgain(id);
  }
});

function show() {
  for (const region of document.querySelectorAll("[data-lost]")) delete region.dataset.lost;
  for (const id of lost.keys()) document.getElementById(id)?.setAttribute("data-lost", "");
  const { content } = document.querySelector("template#gone");
  if ([...lost.values()].some(({ isGone }) => isGone)) says.replaceChildren(content.cloneNode(true));
  else says.textContent = lost.size || isSilent ? says.dataset.says : "";
}

for (const name of ["silent", "connected", "refused"]) {
  document.addEventListener(name, () => {
    isSilent = name === "silent";
    show();
  });
}
