// Keys: one of them clicks the element with its name in [data-key], as in data-key="PageUp Shift+ArrowLeft".

const isWriting = (node) => node.closest("textarea, select, input:not([type=checkbox])");

function nameOf({ key, shiftKey }) {
  if (key === " ") return "Space";
  if (key.length === 1) return key.toLowerCase();
  return shiftKey ? `Shift+${key}` : key;
}

// A browser that doesn't know popovers refuses the selector.
const KNOWS_POPOVERS = CSS.supports("selector(:popover-open)");
const OPEN = KNOWS_POPOVERS ? "[popover]:not(.tip):popover-open, dialog[open]" : "dialog[open]";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  if (event.defaultPrevented) return;
  if (document.querySelector(OPEN)) return;
  if (event.key === "Enter" && event.target.closest("button, a, summary, input")) return;
  if (event.key === " " && event.target.closest("button, summary, input")) return;
  const key = nameOf(event);
  const isKey = ({ dataset }) => dataset.key.split(" ").includes(key);
  const targets = [...document.querySelectorAll("[data-key]")].filter(isKey);
  // In a question its own answers come before the cards of the hand.
  const target = targets.find((node) => node.closest("#ask")) || targets[0];
  if (!target) return;
  event.preventDefault();
  if (event.repeat && target.matches("[data-final]")) return; // held down since another question
  target.click();
});
