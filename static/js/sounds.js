// Sounds: any script asks for one by the event "sound"; the player's module is fetched for the first.

document.addEventListener("sound", async ({ detail: name }) => {
  if (!Number(document.body.dataset.volume)) return;
  const { play } = await import("./sound.js");
  play(name);
});
