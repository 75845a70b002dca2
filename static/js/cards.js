// Popovers of cards: the page has them as the text of <noscript>, and a fragment brings none. A card becomes an element
// when it is opened, and is fetched if the page lacks it.

const slugOf = (opener) =>
  opener.getAttribute("popovertarget")?.slice("agent-".length) ?? opener.pathname.split("/").at(-2);

// The card as the page brought it, if it did.
function broughtCard(cards, id) {
  const text = cards.querySelector("noscript")?.textContent ?? "";
  return text.includes(`id="${id}"`) && new DOMParser().parseFromString(text, "text/html").getElementById(id);
}

// A name is a link to the page of the agent; at a table a plain click opens the card instead.
document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[popovertarget^=agent-], a.agent-name");
  const cards = document.getElementById("cards");
  if (!opener || !cards?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const id = `agent-${slugOf(opener)}`;
  if (!opener.href && document.getElementById(id)) return;
  event.preventDefault(); // a button would close what is opened here
  const brought = !document.getElementById(id) && broughtCard(cards, id);
  if (brought) cards.append(document.adoptNode(brought));
  if (!document.getElementById(id)) {
    const answer = await fetch(`${cards.dataset.from}?agent=${slugOf(opener)}`).catch(() => null);
    if (!answer?.ok) return;
    if (!document.getElementById(id)) cards.insertAdjacentHTML("beforeend", await answer.text());
  }
  document.getElementById(id).showPopover({ source: opener });
});
