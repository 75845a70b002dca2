// Portraits: the drawing of an agent is fetched when it comes into sight, as in data-portrait="portraits.svg#nero".
// Most of them are in closed cards, and the file with all of them takes a phone a while to read.

const drawn = new WeakSet();

function draw(portrait) {
  const { portrait: address } = portrait.dataset;
  if (portrait.firstElementChild?.getAttribute("href") === address) return;
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", address);
  portrait.replaceChildren(use);
  drawn.add(portrait);
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
