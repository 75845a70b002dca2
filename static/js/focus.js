// After a swap: the focus goes on to the question, which is shown from its start, the title follows, menus and forms
// are put away.

const ask = () => document.getElementById("ask");
const chosen = () => document.querySelector("#hand [aria-current]")?.id;
const question = () => `${chosen()} ${document.querySelectorAll("#ask .draft-steps > li").length}`;
let focused = null;
let asked = null;

document.addEventListener("htmx:before:swap", () => {
  focused = document.activeElement;
  asked = question();
});

// A fragment may have taken away what had the focus: the question is the next best place.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const table = document.getElementById("table");
  if (table?.dataset.title) document.title = table.dataset.title;
  const isGone = focused && focused !== document.body && !focused.isConnected;
  const hasChosen = ctx.sourceElement?.matches?.("#hand [aria-current]");
  if (isGone || hasChosen) ask()?.focus({ preventScroll: true });
  focused = null;
  if (question() !== asked) showStart();
  if (document.activeElement === ask()) bringIntoSight();
  const menu = /** @type {HTMLDetailsElement} */ (document.getElementById("more"));
  if (menu?.querySelector(".errorlist")) menu.open = true; // but a form with errors stays
});

// Another question is read from its start, wherever the last one was scrolled to (low.css: the dock scrolls).
function showStart() {
  for (const region of [document.getElementById("dock"), ask()]) if (region) region.scrollTop = 0;
}

// Where the page scrolls, as in a window at 400 %, the question may be above or below what is in sight.
function bringIntoSight() {
  const { top, bottom } = ask().getBoundingClientRect();
  if (top < 0 || Math.min(bottom, top + 44) > innerHeight) ask().scrollIntoView();
}

// A form with [data-clears] is cleared when it is sent: what is typed from then on is the next. What could not be sent
// comes back.
const sent = new Map();
const fieldsOf = (form) => form.querySelectorAll("input:not([type=hidden]), textarea");

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const form = /** @type {HTMLFormElement} */ (ctx.sourceElement);
  if (!form?.matches?.("form[data-clears]")) return;
  sent.set(
    ctx,
    Array.from(fieldsOf(form), ({ id, value }) => [id, value]),
  );
  form.reset();
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  for (const [id, value] of sent.get(ctx) ?? []) {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    if (field) field.value = [value, field.value].filter(Boolean).join(" ");
  }
  sent.delete(ctx);
});

document.addEventListener("htmx:after:request", (event) => {
  if (event.defaultPrevented) return; // there was no answer
  const { ctx } = event.detail;
  const { sourceElement: form, response } = ctx;
  if (response?.status < 400) sent.delete(ctx);
  const menu = form?.matches?.("form") && form.closest("details#more"); // its summary fetches the menu
  if (menu) menu.open = false; // what comes of it is told in the panel, which it may cover
});
