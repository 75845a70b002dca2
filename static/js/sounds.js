// Sounds: any script asks for one by the event "sound"; the player's module is fetched for the first.

// What each open tab is told, and the milliseconds in which it is heard once, whichever tab comes first.
const NEWS = { turn: 2000, low: 5000, end: 10000 };

document.addEventListener("sound", async ({ detail: name }) => {
  if (!Number(document.body.dataset.volume)) return;
  const { play } = await import("./sound.js");
  if (name in NEWS && navigator.locks) navigator.locks.request("sound", () => playOnce(name, play));
  else play(name);
});

// A browser may refuse a tab that the player has not touched: then the next tab tries. The tab that plays keeps a
// second lock for a while: a note in the storage could reach the other tabs' processes too late.
const playOnce = (name, play) =>
  new Promise((/** @type {(value?: unknown) => void} */ done) => {
    navigator.locks.request(`heard ${name}`, { ifAvailable: true }, async (lock) => {
      const isHeard = lock && (await play(name));
      done();
      if (isHeard)
        await new Promise((later) => {
          setTimeout(later, NEWS[name]);
        });
    });
  });
