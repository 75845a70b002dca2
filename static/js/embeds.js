// A framed board looks for a new move every few seconds until the game is over, without cookies.

let shown = "";

/** Put the board and the sentence of a newer page in the place of those that are shown. */
function exchange(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["embed-board", "embed-state"]) {
    const [now, then] = [page.getElementById(id), document.getElementById(id)];
    if (now && then && now.innerHTML !== then.innerHTML) then.replaceChildren(...now.childNodes);
  }
  document.body.dataset.every = page.body.dataset.every;
}

async function look() {
  if (!document.hidden) {
    try {
      const response = await fetch(location.href, { credentials: "omit", cache: "no-cache" });
      const tag = response.headers.get("ETag") ?? "";
      if (response.ok && tag !== shown) {
        exchange(await response.text());
        shown = tag;
      }
    } catch {
      // Without a network the board stays as it is.
    }
  }
  wait();
}

function wait() {
  const seconds = Number(document.body.dataset.every);
  if (seconds) setTimeout(look, seconds * 1000);
}

wait();
