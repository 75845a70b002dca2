// Regions with [data-look-again] are fetched again every minute while the page is visible.

setInterval(() => {
  if (document.hidden) return;
  for (const region of document.querySelectorAll("[data-look-again]")) region.dispatchEvent(new Event("look"));
}, 60_000);
