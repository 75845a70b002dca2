// Keys, clocks and focus of the table page. Everything here is a comfort: the page works without.
(() => {
  const writing = (node) => node.closest("textarea, select, input:not([type=checkbox])");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    if (document.querySelector("[popover]:popover-open")) return;
    if (event.key === "Enter" && event.target.closest("button, a, summary, input")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = [...document.querySelectorAll("[data-key]")].filter((one) => one.dataset.key === key);
    // In a question its own answers come before the cards of the hand.
    const target = found.find((one) => one.closest("#ask")) || found[0];
    if (!target) return;
    event.preventDefault();
    target.click();
  });

  // A fragment may have taken away what had the focus: the question is the next best place.
  let focused = null;
  document.addEventListener("htmx:before:swap", () => { focused = document.activeElement; });
  document.addEventListener("htmx:after:swap", () => {
    const table = document.getElementById("table");
    if (table?.dataset.title) document.title = table.dataset.title;
    if (focused && focused !== document.body && !focused.isConnected) document.getElementById("ask")?.focus({ preventScroll: true });
    focused = null;
    tellTime();
  });

  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement: form, response } = event.detail.ctx;
    if (form?.matches?.("form[data-clears]") && response?.status < 400) form.reset();
  });

  const steps = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  function tellTime() {
    const say = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
    for (const time of document.querySelectorAll("time[data-deadline]")) {
      const left = (new Date(time.dateTime) - Date.now()) / 1000;
      const [size, unit] = steps.find(([seconds]) => Math.abs(left) >= seconds) || [1, "second"];
      time.title = say.format(Math.trunc(left / size), unit);
      if (left < 3600) time.textContent = time.title;
    }
  }
  tellTime();
  setInterval(tellTime, 5000);

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard?.writeText(field.value);
    button.textContent = button.dataset.copied;
  });
})();
