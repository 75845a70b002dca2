// After a swap: the focus goes on to the question, the title follows, menus and forms are put away.

const ask = () => document.getElementById("ask");
let focused = null;

document.addEventListener("htmx:before:swap", () => { focused = document.activeElement; });

// A fragment may have taken away what had the focus: the question is the next best place.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const table = document.getElementById("table");
  if (table?.dataset.title) document.title = table.dataset.title;
  const isGone = focused && focused !== document.body && !focused.isConnected;
  const hasChosen = ctx.sourceElement?.matches?.("#hand [aria-current]");
  if (isGone || hasChosen) ask()?.focus({ preventScroll: true });
  focused = null;
  const menu = document.getElementById("more");
  if (menu?.querySelector(".errorlist")) menu.open = true; // but a form with errors stays
});

document.addEventListener("htmx:after:request", (event) => {
  if (event.defaultPrevented) return; // there was no answer: what was typed is still to be sent
  const { sourceElement: form, response } = event.detail.ctx;
  if (form?.matches?.("form[data-clears]") && response?.status < 400) form.reset();
  const menu = form?.matches?.("form") && form.closest("#more"); // its summary fetches the menu
  if (menu) menu.open = false; // what comes of it is told in the panel, which it may cover
});
