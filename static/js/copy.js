// Buttons with [data-copy] copy the field that they name; without a clipboard they select it. Those with
// [data-copy-text] copy that text. Those with [data-share] hand that address to the system's share sheet.

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  if (navigator.share) for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy-text]")) button.hidden = false;
}

showButtons();
document.addEventListener("htmx:after:swap", showButtons);

document.addEventListener("click", async (event) => {
  const sharing = event.target.closest("[data-share]");
  if (sharing) {
    await navigator.share({ title: document.title, url: sharing.dataset.share }).catch(() => {}); // closed without
    return;
  }
  const button = event.target.closest("[data-copy], [data-copy-text]");
  if (!button) return;
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy));
  field?.select();
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(field?.value ?? button.dataset.copyText);
  button.textContent = button.dataset.copied;
});
