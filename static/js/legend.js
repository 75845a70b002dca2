// The legend over the page: a link with [data-legend] opens the dialog of that id, which is filled once with the
// legend of the linked page. Without scripts the link leads to that page.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-legend]");
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(link?.dataset.legend));
  if (!dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const body = dialog.querySelector("[data-body]");
  if (!body.childElementCount) {
    const answer = await fetch(link.href).catch(() => null);
    const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
    const legend = page.getElementById("legend");
    if (!legend) return location.assign(link.href);
    body.replaceChildren(document.adoptNode(legend));
  }
  if (!dialog.open) dialog.showModal();
});

// A click outside closes it, as Escape and its button do.
document.addEventListener("click", (event) => {
  const target = /** @type {HTMLDialogElement} */ (event.target);
  if (target.matches("dialog[open]:has([data-body])")) target.close();
});
