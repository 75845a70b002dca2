// Help in place: a button with [data-help] switches it on. Then whatever the player points at, focuses or clicks is
// explained, and nothing is played, until Escape. The texts are fetched from the address in [data-help] once.

let help = null; // the texts, once they are fetched
let isHelping = false;

const helpBox = document.createElement("div");
helpBox.className = "help-box";
helpBox.popover = "manual";
helpBox.setAttribute("role", "status");
helpBox.innerHTML = '<p></p><a hidden></a> <button type="button" class="button small"></button>';
document.body.append(helpBox);
const [helpSays, helpEnd] = helpBox.querySelectorAll("p, button");
const helpLink = helpBox.querySelector("a");

// The first element from the target upwards that has a text, and that text.
function explained(target) {
  for (let element = target; element instanceof Element; element = element.parentElement) {
    const text = help.texts.find(({ selector }) => element.matches(selector));
    if (text) return { element, text };
  }
  return null;
}

function explain(target) {
  const found = explained(target);
  for (const marked of document.querySelectorAll(".explained")) marked.classList.remove("explained");
  found?.element.classList.add("explained");
  helpSays.textContent = found?.text.says ?? help.words.hint;
  helpLink.hidden = !found?.text.to;
  if (found?.text.to) helpLink.href = found.text.to;
}

function setHelping(isOn) {
  isHelping = isOn;
  document.documentElement.classList.toggle("helping", isOn);
  explain(null);
  if (isOn) helpBox.showPopover?.();
  else helpBox.hidePopover?.();
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-help]");
  if (!button) return;
  const answer = help ? null : await fetch(button.dataset.help).catch(() => null);
  if (answer?.ok) help = await answer.json();
  if (!help) return;
  helpLink.textContent = help.words.more;
  helpEnd.textContent = help.words.end;
  button.closest("dialog")?.close();
  setHelping(true);
});
helpEnd.addEventListener("click", () => setHelping(false));

// Capturing: a click that asks what something is must not play it.
for (const kind of ["click", "pointerdown", "keydown"]) {
  document.addEventListener(
    kind,
    (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (!isHelping || helpBox.contains(/** @type {Node} */ (event.target))) return;
      if (kind === "keydown" && key === "Escape") {
        event.preventDefault(); // it closes nothing else
        return setHelping(false);
      }
      if (kind === "keydown" && key !== "Enter" && key !== " ") return event.stopPropagation();
      event.preventDefault();
      event.stopPropagation();
      if (kind !== "pointerdown") explain(event.target);
    },
    { capture: true },
  );
}
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const { target, pointerType } = /** @type {PointerEvent & { target: Node }} */ (event);
    if (isHelping && pointerType !== "touch" && !helpBox.contains(target)) explain(target);
  });
}
