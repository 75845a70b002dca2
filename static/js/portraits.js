// Portraits: the drawing of an agent is taken from the file with all of them when it comes into sight, as in
// data-portrait="portraits.svg#nero". Only what is shown is put into the page: as a document the file has 4,000 nodes.

const drawn = new WeakSet();
let file = null; // its text, once it is fetched
let fetching = null;

async function load(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) file = await answer.text();
  else fetching = null; // the next portrait tries again
}

function draw(portrait) {
  const [address, slug] = portrait.dataset.portrait.split("#");
  if (!file) return (fetching ??= load(address)).then(() => { if (file) draw(portrait); });
  drawn.add(portrait);
  if (portrait.firstElementChild) return null;
  const start = file.indexOf(">", file.indexOf(`<symbol id="${slug}"`)) + 1;
  portrait.innerHTML = file.slice(start, file.indexOf("</symbol>", start));
  return null;
}

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
}, { rootMargin: "200px" });

// A swap empties those that stay.
function watch() {
  for (const portrait of document.querySelectorAll("[data-portrait]")) {
    if (drawn.has(portrait)) draw(portrait);
    else sight.observe(portrait);
  }
}

document.addEventListener("htmx:after:swap", watch);
watch();
