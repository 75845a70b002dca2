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
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const table = document.getElementById("table");
    if (table?.dataset.title) document.title = table.dataset.title;
    if (focused && focused !== document.body && !focused.isConnected) document.getElementById("ask")?.focus({ preventScroll: true });
    else if (ctx.sourceElement?.matches?.("#hand [aria-current]")) document.getElementById("ask").focus({ preventScroll: true });
    focused = null;
    const menu = document.getElementById("more");
    if (menu?.querySelector(".errorlist")) menu.open = true; // but a form with errors stays
    countTicks();
    tellTime();
  });

  document.addEventListener("htmx:after:request", (event) => {
    if (event.defaultPrevented) return; // there was no answer: what was typed is still to be sent
    const { sourceElement: form, response } = event.detail.ctx;
    if (form?.matches?.("form[data-clears]") && response?.status < 400) form.reset();
    const menu = form?.closest?.("#more");
    if (menu) menu.open = false; // what comes of it is told in the panel, which it may cover
  });

  // No more cards can be ticked than the answer may name, and it waits for the first that it needs.
  function countTicks() {
    const form = document.querySelector("form[data-most]");
    if (!form) return;
    const ticks = [...document.querySelectorAll("#hand input[name=tick]")];
    const chosen = ticks.filter((tick) => tick.checked).length;
    for (const tick of ticks) tick.disabled = !tick.checked && chosen >= Number(form.dataset.most);
    form.querySelector("#answer-ticked").disabled = chosen < Number(form.dataset.least);
  }
  document.addEventListener("change", countTicks);
  countTicks();

  // A fragment brings no cards: one that the page has not yet is fetched when it is opened.
  document.addEventListener("click", async (event) => {
    const opener = event.target.closest("[popovertarget^=agent-]");
    const cards = document.getElementById("cards");
    const id = opener?.getAttribute("popovertarget");
    if (!id || !cards || document.getElementById(id)) return;
    const answer = await fetch(`${cards.dataset.from}?agent=${id.slice("agent-".length)}`).catch(() => null);
    if (!answer?.ok) return;
    if (!document.getElementById(id)) cards.insertAdjacentHTML("beforeend", await answer.text());
    document.getElementById(id).showPopover({ source: opener });
  });

  // The page says what time it was on the server: clocks of devices are often wrong.
  const steps = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  let fetched = null;
  let ahead = 0;
  let warned = null;
  function tellTime() {
    const now = document.getElementById("table")?.dataset.now;
    if (now && now !== fetched) {
      fetched = now;
      ahead = Date.now() - new Date(now);
    }
    const say = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
    for (const time of document.querySelectorAll("time[data-deadline]")) {
      const left = (new Date(time.dateTime) - Date.now() + ahead) / 1000;
      const [size, unit] = steps.find(([seconds]) => Math.abs(left) >= seconds) || [1, "second"];
      time.title = say.format(Math.trunc(left / size), unit);
      time.classList.toggle("time-short", left < 60);
      if ("ticks" in time.dataset) tick(time, Math.max(0, Math.floor(left)));
      else if (left < 3600) {
        time.dataset.says ??= time.textContent;
        time.textContent = `${time.dataset.says} (${time.title})`;
      }
    }
  }

  // A clock that ticks is silent to screen readers, but for one's own last minute: once.
  function tick(time, left) {
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left > 60 || warned === time.dateTime || !time.closest(".is-mine .side.mine")) return;
    warned = time.dateTime;
    document.getElementById("news").textContent = time.dataset.lastMinute;
  }
  tellTime();
  setInterval(tellTime, 1000);

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard?.writeText(field.value);
    button.textContent = button.dataset.copied;
  });
})();
