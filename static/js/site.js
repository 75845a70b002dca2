// Small behaviours of the pages, bound by data attributes; every page works without them.

// The zone of this device: sent along at sign-up, offered in the preferences.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of document.querySelectorAll("input[data-time-zone]")) input.value = zone;
for (const button of document.querySelectorAll("button[data-time-zone]")) {
  const select = document.getElementById(button.dataset.timeZone);
  if (!select || ![...select.options].some((option) => option.value === zone)) continue;
  button.hidden = select.value === zone;
  button.querySelector("span").textContent = zone.replaceAll("_", " ");
  button.addEventListener("click", () => { select.value = zone; button.hidden = true; select.focus(); });
}

// A menu closes by Escape and by a click elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]"))
    if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A message of the site closes when it has been read.
for (const button of document.querySelectorAll("[data-close]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    button.closest("li").remove();
    document.getElementById("main").focus({ preventScroll: true });
  });
}

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

// What waits for somebody else looks again every minute, while somebody looks at it.
setInterval(() => {
  if (document.visibilityState !== "visible") return;
  for (const one of document.querySelectorAll("[data-look-again]")) one.dispatchEvent(new Event("look"));
}, 60_000);

// Logging out ends pushes to this browser: its next user must not read them. They begin again
// when the same player logs in here, so the subscription stays. What the server isn't told in two
// seconds it ends by itself, if it knows in which session it began.
async function endPush({ dataset, elements }) {
  const known = await navigator.serviceWorker?.getRegistration("/");
  const found = await known?.pushManager?.getSubscription();
  if (!found) return;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": elements.csrfmiddlewaretoken.value };
  const body = JSON.stringify({ endpoint: found.endpoint, logout: true });
  await fetch(dataset.logout, { method: "POST", headers, body });
}
for (const form of document.querySelectorAll("form[data-logout]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const enough = new Promise((done) => setTimeout(done, 2000));
    await Promise.race([endPush(form).catch(() => {}), enough]);
    form.submit();
  });
}
