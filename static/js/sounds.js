// Sounds: any script asks for one by the event "sound"; the player's module is fetched for the first.

const NEWS = ["turn", "low", "end"]; // what each open tab is told
const SPACE = 2000; // milliseconds in which the same news is heard once, whichever tab comes first

document.addEventListener("sound", async ({ detail: name }) => {
  if (!Number(document.body.dataset.volume)) return;
  const { play } = await import("./sound.js");
  if (NEWS.includes(name) && navigator.locks) navigator.locks.request("sound", () => playOnce(name, play));
  else play(name);
});

// A browser may refuse a tab that the player has not touched: then the next tab tries.
async function playOnce(name, play) {
  const key = `heard ${name}`;
  if (Math.abs(Date.now() - (localStorage[key] ?? 0)) < SPACE) return;
  if (await play(name)) localStorage[key] = Date.now();
}
