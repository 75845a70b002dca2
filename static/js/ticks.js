// Ticked cards: no more than the answer may name, and the answer waits for the fewest that it needs.

function countTicks() {
  const form = document.querySelector("form[data-most]");
  if (!form) return;
  const ticks = [...document.querySelectorAll("#hand input[name=tick]")];
  const chosen = ticks.filter((tick) => tick.checked).length;
  for (const tick of ticks) tick.disabled = !tick.checked && chosen >= Number(form.dataset.most);
  form.querySelector("button#answer-ticked").disabled = chosen < Number(form.dataset.least);
}

document.addEventListener("change", countTicks);
document.addEventListener("htmx:after:swap", countTicks);
countTicks();
