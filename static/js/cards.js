// Popovers of cards: a fragment brings none, so a card that the page lacks is fetched when opened.

const slugOf = (opener) =>
  opener.getAttribute("popovertarget")?.slice("agent-".length) ?? opener.pathname.split("/").at(-2);

// A name is a link to the page of the agent; at a table a plain click opens the card instead.
document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[popovertarget^=agent-], a.agent-name");
  const cards = document.getElementById("cards");
  if (!opener || !cards || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const id = `agent-${slugOf(opener)}`;
  if (opener.href) event.preventDefault();
  else if (document.getElementById(id)) return;
  if (!document.getElementById(id)) {
    const answer = await fetch(`${cards.dataset.from}?agent=${slugOf(opener)}`).catch(() => null);
    if (!answer?.ok) return;
    if (!document.getElementById(id)) cards.insertAdjacentHTML("beforeend", await answer.text());
  }
  document.getElementById(id).showPopover({ source: opener });
});
