// Keys: one of them clicks the element whose [data-key] it is.

const isWriting = (node) => node.closest("textarea, select, input:not([type=checkbox])");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  if (document.querySelector("[popover]:popover-open")) return;
  if (event.key === "Enter" && event.target.closest("button, a, summary, input")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const targets = [...document.querySelectorAll("[data-key]")].filter(({ dataset }) => dataset.key === key);
  // In a question its own answers come before the cards of the hand.
  const target = targets.find((node) => node.closest("#ask")) || targets[0];
  if (!target) return;
  event.preventDefault();
  target.click();
});
