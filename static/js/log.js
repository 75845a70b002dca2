// The log: a click on the line of a turn opens its sentences, and closes them again. Focus in the turn opens them too,
// and screen readers have them anyway (static/css/books.css).

const opened = new WeakSet();

document.addEventListener("click", ({ target }) => {
  const turn = target.closest(".log-turn h3")?.parentElement;
  if (!turn || target.closest("a, button")) return;
  turn.classList.toggle("opened");
  if (turn.matches(".opened")) opened.add(turn);
  else opened.delete(turn);
});

// A swap takes the class away.
document.addEventListener("htmx:after:swap", () => {
  for (const turn of document.querySelectorAll(".log-turn")) turn.classList.toggle("opened", opened.has(turn));
});
