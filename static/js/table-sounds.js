// Sounds of what happens at this table without a click of the player: their turn, and the end of their game.
// Other games that wait are in waiting.js.

const look = () => {
  const table = document.getElementById("table");
  return {
    game: table?.dataset.game,
    mine: table?.classList.contains("is-mine"),
    over: table?.classList.contains("is-over"),
  };
};
let before = look();

const sound = (name) => document.dispatchEvent(new CustomEvent("sound", { detail: name }));

// After the motion that leads to the end: it begins with the same swap (motion.js).
function soundEnd() {
  const isPlaying = document.body.classList.contains("playing");
  if (isPlaying) document.addEventListener("played", () => setTimeout(soundEnd), { once: true });
  else sound("end");
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const now = look();
  const isClick = ctx?.sourceElement !== document.body; // a turn taken back is no news
  if (now.over && !before.over && now.game === before.game) setTimeout(soundEnd);
  else if (now.mine && !before.mine && !isClick) sound("turn");
  before = now;
});
