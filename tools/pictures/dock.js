// What of the dock can't be seen or hit, and which tips stand wrong, on the table that is open: a list of sentences.
async () => {
  const SOME = 4; // of so many symbols on the board the tip of one is measured
  const troubles = [];
  const ask = document.getElementById("ask");
  const isShown = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]");
  };
  const all = (what) => [...document.querySelectorAll(what)].filter(isShown);
  const name = (one) =>
    `${
      one.id ||
      `${one.closest("[id]")?.id} .${
        String(one.className.baseVal ?? one.className)
          .trim()
          .split(/\s+/)[0]
      }`
    }`;
  const box = (one) => one.getBoundingClientRect();
  const isWide = innerWidth >= 1024;

  // --- the dock: all of it in its box, nothing over it ---
  const siteBar = document.querySelector("body > .bottom-bar");
  const edge = siteBar?.checkVisibility() ? box(siteBar).top : innerHeight;
  for (const one of all("#ask, #hand")) {
    const hidden = box(one).bottom - edge;
    if (hidden > 1) troubles.push(`${name(one)} ends ${Math.round(hidden)} below the window`);
  }
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  for (const part of all("#table :is(.bar, .lanes, .side, .tech)")) {
    if (meet(box(part), box(ask))) troubles.push(`ask over ${name(part)}`);
  }
  const more = ask.scrollHeight - ask.clientHeight;
  if (more > 1) troubles.push(`ask scrolls ${more}`);
  const room = box(ask);
  for (const one of all("#ask :is(button, a.plain-button)")) {
    const { left, right, top, bottom } = box(one);
    const isFixed = one.closest(".final");
    const out = Math.max(
      top < 0 ? -top : 0,
      bottom - innerHeight,
      isFixed ? 0 : bottom - room.bottom,
      room.left - left,
      right - room.right,
    );
    if (out > 1) troubles.push(`${Math.round(out)} out of sight: ${name(one)}`);
    for (const [x, y] of [
      [left + right, top + bottom],
      [2 * left + 8, 2 * top + 8],
      [2 * right - 8, 2 * bottom - 8],
    ]) {
      const over = document.elementFromPoint(x / 2, y / 2);
      if (out <= 1 && over && !one.contains(over) && !over.contains(one)) {
        troubles.push(`covered by ${name(over)}: ${name(one)}`);
        break;
      }
    }
  }

  // --- the hand: four cards whole, even where more are swiped; sentences need wider ones ---
  const isText = document.documentElement.dataset.effects === "text";
  for (const card of all("#hand .card").slice(0, isText && !isWide ? 1 : 4)) {
    const { left, right, top, bottom } = box(card);
    const out = Math.max(-left, right - innerWidth, bottom - edge, -top);
    if (out > 1) troubles.push(`card ${Math.round(out)} out of sight: ${name(card)}`);
  }

  // --- tips: beside what they explain, neither over it nor over answers ---
  const wait = window.setTimeout;
  const pause = () => new Promise((done) => wait(done, 0));
  window.setTimeout = (what, time, ...rest) => wait(what, time === 300 ? 0 : time, ...rest);
  const tip = document.querySelector(".tip");
  const answers = all("#ask :is(.use:not(.cannot), .go button, .final button), #table .pick, .tickable");
  const phrases = all("#table :is(.phrase, [data-phrase])");
  const some = phrases.filter((one, index) => one.closest("#dock") || (index + phrases.length) % SOME === 0);
  for (const phrase of some) {
    if (!isWide && phrase.closest("#hand")) continue; // a finger's tip goes by itself
    if (phrase.parentElement.closest("[data-phrase]") || box(phrase).bottom > edge || box(phrase).right > innerWidth)
      continue;
    const { left, right, top, bottom } = box(phrase);
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (over?.closest(".pick") && !over.contains(phrase)) continue; // a pointer is on the answer
    phrase.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true }));
    await pause();
    if (tip.matches(":popover-open")) {
      const own = phrase.closest("#ask .use, .pick") ?? phrase;
      const [a, b] = [box(tip), box(own)];
      const away = Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
      if (away > 12) troubles.push(`tip ${Math.round(away)} away: ${name(phrase)}`);
      if (meet(a, b)) troubles.push(`tip over what it explains: ${name(phrase)}`);
      const under = answers.find((one) => one !== own && !one.contains(own) && meet(a, box(one)));
      if (under) troubles.push(`tip of ${name(phrase)} over ${name(under)}`);
      if (a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight)
        troubles.push(`tip outside: ${name(phrase)}`);
    }
    document.body.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
  window.setTimeout = wait;
  return troubles;
};
