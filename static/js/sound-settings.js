// The preferences page: buttons that play each sound as loud as it would be.
import { play } from "./sound.js";

const volume = document.querySelector("input[name=volume]");
const buttons = document.querySelector("[data-sound-try]");

buttons.hidden = false;
buttons.addEventListener("click", (event) => {
  const target = /** @type {HTMLButtonElement} */ (event.target);
  if (target.value) play(target.value, Number(volume.value));
});
volume.addEventListener("change", () => play("card", Number(volume.value)));
