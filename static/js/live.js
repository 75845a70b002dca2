// The socket says that the table has changed; the page then fetches its own fragment.
(() => {
  const page = () => document.querySelector("[data-live]");
  if (!page()) return;
  let wait = 500;
  let asked = false;
  let latest = 0;

  // A hint may come while an answer is on its way that knows nothing of it yet: so whatever has
  // been swapped in is compared with the last hint.
  function catchUp() {
    if (latest > Number(page()?.dataset.version)) fetchTable();
  }

  async function fetchTable() {
    const table = page();
    if (!table || asked) return;
    const before = table.dataset.version;
    asked = true;
    try {
      const where = new URL(table.dataset.here, location.href);
      where.searchParams.set("version", table.dataset.version);
      await htmx.ajax("GET", where.pathname + where.search, { target: "#table", swap: "outerMorph" });
    } finally {
      asked = false;
      if (page()?.dataset.version === before) setTimeout(catchUp, 2000);
      else catchUp();
    }
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const { live, token } = page().dataset;
    const secret = token ? `?token=${encodeURIComponent(token)}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${live}/${secret}`);
    socket.onopen = () => { wait = 500; };  // it says the version at once
    socket.onmessage = (event) => {
      const { version } = JSON.parse(event.data);
      latest = Math.max(latest, version);
      catchUp();
    };
    socket.onclose = ({ code }) => {
      if (code === 4404) return; // there is no such table for this viewer
      setTimeout(connect, wait + Math.random() * 500);
      wait = Math.min(wait * 2, 30000);
      if (wait > 8000) fetchTable();
    };
  }

  addEventListener("load", connect);
  document.addEventListener("htmx:after:swap", catchUp);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) fetchTable(); });
})();
