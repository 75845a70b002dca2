// Menus: a <details data-menu> closes by Escape and by a click elsewhere. A summary that fetches
// what is below it (hx-trigger="opened") does so when it is clicked to open, not to close;
// until it has come (.htmx-request), what stood there before can't be clicked.

const opened = () => document.querySelectorAll("details[data-menu][open]");

document.addEventListener("click", (event) => {
  for (const menu of opened()) if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of opened()) {
    event.preventDefault(); // it closes nothing else
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener("click", ({ target }) => {
  const summary = target.closest("summary");
  if (summary && !summary.closest("details")?.open) summary.dispatchEvent(new Event("opened"));
});
