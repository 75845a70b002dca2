// Forms: sent once ([data-once]), sent at once ([data-send-at-once]), and the device's time zone.

// A second click on a form that opens a table does not open a second one.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) delete form.dataset.sent;
});

// The link in a mail has been opened: that click is enough. A machine that only fetches links
// confirms nothing.
for (const form of document.querySelectorAll("form[data-send-at-once]")) form.requestSubmit();

// The time zone is sent along at sign-up, and offered in the preferences.
// Most pages don't ask for it: the first call takes a phone a tenth of a second.
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of document.querySelectorAll("input[data-time-zone]")) input.value = ownZone();
for (const button of document.querySelectorAll("button[data-time-zone]")) {
  const zone = ownZone();
  const select = /** @type {HTMLSelectElement} */ (document.getElementById(button.dataset.timeZone));
  if (!select || ![...select.options].some((option) => option.value === zone)) continue;
  button.hidden = select.value === zone;
  button.querySelector("span").textContent = zone.replaceAll("_", " ");
  button.addEventListener("click", () => {
    select.value = zone;
    button.hidden = true;
    select.focus();
  });
}
