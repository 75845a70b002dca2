// The games that wait for the user, as the socket tells them: the number in the navigation, in the title and on the
// icon of the tab, links to the next game, and a banner for what is new.

const own = () => Number(document.querySelector("[data-live]")?.dataset.live ?? 0);
const icon = document.querySelector("link[data-waiting]");
const title = document.querySelector("title");
const news = { turns: new Set(), started: new Set() };
let waiting = null; // unknown until the socket says it

function mark() {
  if (waiting === null) return;
  const count = waiting.length;
  const bare = document.title.replace(/^\(\d+\) /, "");
  const whole = count ? `(${count}) ${bare}` : bare;
  if (document.title !== whole) document.title = whole;
  for (const element of document.querySelectorAll("[data-turns]")) {
    element.textContent = count;
    element.hidden = !count;
  }
  for (const link of document.querySelectorAll("[data-next]")) link.hidden = !waiting.some((game) => game !== own());
  const sign = count ? icon?.dataset.waiting : icon?.dataset.quiet;
  if (icon && icon.getAttribute("href") !== sign) icon.href = sign; // setting it fetches it
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

// The words come from the site, in the user's language, and only to a page that is looked at.
function fetchNews() {
  const target = document.getElementById("banner");
  const isListed = document.querySelector('[data-list="mine"]') !== null;
  const turns = isListed ? [] : [...news.turns].filter((game) => waiting?.includes(game));
  const started = [...news.started].filter((game) => game !== own());
  if (document.hidden || !target || !(turns.length || started.length)) return;
  const query = new URLSearchParams();
  for (const game of turns) query.append("turn", game);
  for (const game of started) query.append("started", game);
  htmx.ajax("GET", `${target.dataset.here}?${query}`, { target: "#banner", select: "#banner", swap: "outerMorph" });
}

function closeBanner() {
  news.turns.clear();
  news.started.clear();
  document.getElementById("banner")?.replaceChildren();
}

document.addEventListener("told", ({ detail }) => {
  if (detail.started) {
    news.started.add(detail.started);
    fetchNews();
  }
  if (!detail.waiting) return;
  const fresh = waiting === null ? [] : detail.waiting.filter((game) => !waiting.includes(game) && game !== own());
  waiting = detail.waiting;
  for (const game of fresh) news.turns.add(game);
  const before = news.turns.size;
  for (const game of news.turns) if (!waiting.includes(game)) news.turns.delete(game);
  mark();
  if (fresh.length) {
    document.dispatchEvent(new CustomEvent("sound", { detail: "turn" }));
    fetchNews();
  } else if (news.turns.size < before) {
    if (news.turns.size || news.started.size) fetchNews();
    else closeBanner();
  }
});

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#banner [data-dismiss]")) {
    closeBanner();
    document.getElementById("main").focus({ preventScroll: true });
  }
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) fetchNews();
});
document.addEventListener("htmx:after:swap", mark);
if (title) new MutationObserver(mark).observe(title, { childList: true }); // a table changes its own
