// Popovers of cards: a fragment brings none, so a card that the page lacks is fetched when opened.

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
