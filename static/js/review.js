// A link to a turn opens the list that it is in.

function open() {
  const turn = document.querySelector(":target");
  const list = turn?.closest("details:not([open])");
  if (!list) return;
  list.setAttribute("open", "");
  turn.scrollIntoView();
}

addEventListener("hashchange", open);
open();
