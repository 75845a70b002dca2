// Lazy drawings: portraits and the symbols of a replay's turns, which are put into the page when they come into sight.
// Each icon and each portrait is a tree of its own: a page with all of them is slow.

const drawn = new WeakSet();

// --- portraits: the drawing of an agent, as in data-portrait="portraits.svg#nero" ---

// Taken from the text of the file: as a document it has 4,000 nodes.
let file = null; // its text, once it is fetched
let fetching = null;

async function load(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) file = await answer.text();
  else fetching = null; // the next portrait tries again
}

function drawPortrait(portrait) {
  if (portrait.firstElementChild) return;
  const [address, slug] = portrait.dataset.portrait.split("#");
  if (!file) {
    fetching ??= load(address);
    fetching.then(() => {
      if (file) drawPortrait(portrait);
    });
    return;
  }
  const start = file.indexOf(">", file.indexOf(`<symbol id="${slug}"`)) + 1;
  portrait.innerHTML = file.slice(start, file.indexOf("</symbol>", start));
}

// --- the symbols of a turn: the text of <noscript> until then ---

function drawSigns(signs) {
  const closed = signs.querySelector(":scope > noscript");
  if (!closed) return;
  // Those of an answer are parsed without scripts.
  if (closed.firstElementChild) closed.replaceWith(...closed.childNodes);
  else signs.innerHTML = closed.textContent;
}

// --- both ---

const LAZY = "[data-portrait], .turn-signs";

function draw(place) {
  drawn.add(place);
  if (place.dataset.portrait) drawPortrait(place);
  else drawSigns(place);
}

const sight = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
  },
  { rootMargin: "200px", scrollMargin: "200px" },
);

// A swap undoes those that stay.
function watch() {
  for (const place of document.querySelectorAll(LAZY)) {
    if (drawn.has(place)) draw(place);
    else sight.observe(place);
  }
}

// A drawing may come by a swap, or from a script: a card that is opened.
new MutationObserver((changes) => {
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  if (changes.some(({ addedNodes }) => [...addedNodes].some(isElement))) watch();
}).observe(document.body, { childList: true, subtree: true });
watch();
