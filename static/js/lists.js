// Lists that change by themselves: a region with [data-list] fetches itself when the socket names its list. All pages
// that show a list spread their fetches over the time that the socket says; a hidden page waits until it is looked at.

const AT_MOST_EVERY = 3000;
const due = new Set();
let fetched = -Infinity;
let timer = null;

const regions = () => Array.from(document.querySelectorAll("[data-list]"));

function fetchDue() {
  timer = null;
  if (document.hidden) return;
  fetched = performance.now();
  const changed = regions().filter(({ dataset }) => due.has(dataset.list));
  for (const region of changed) region.dispatchEvent(new Event("look"));
  due.clear();
}

function plan(within) {
  if (timer !== null) return;
  const rest = fetched + AT_MOST_EVERY - performance.now();
  timer = setTimeout(fetchDue, Math.max(rest, Math.random() * within * 1000));
}

document.addEventListener("told", ({ detail: { list, within } }) => {
  if (!regions().some(({ dataset }) => dataset.list === list)) return;
  due.add(list);
  plan(within);
});

// What was said while there was no socket is not said again.
function catchUp() {
  for (const { dataset } of regions()) due.add(dataset.list);
  if (due.size) plan(2);
}

for (const name of ["reconnected", "missing"]) document.addEventListener(name, catchUp);

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && due.size && timer === null) fetchDue();
});
