// What can't be read, hit or seen on the table that is open, as a list of sentences.
() => {
  const remembered = (ask) => {
    const answers = new Map();
    return (one) => {
      if (!answers.has(one)) answers.set(one, ask(one));
      return answers.get(one);
    };
  };
  document.querySelector("#table .dock")?.scrollTo(0, 0); // where it is when a question comes
  const box = remembered((one) => one.getBoundingClientRect());
  const shown = remembered((one) => {
    const { width, height } = box(one);
    return (
      width > 1 &&
      height > 1 &&
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest(".hidden-text, [popover]")
    );
  });
  const all = (what) => [...document.querySelectorAll(`#table ${what}`)].filter(shown);
  const name = (one) => {
    const home = one.closest("[id]");
    const classes = one.id
      ? ""
      : `${home?.id ?? ""} .${
          String(one.className.baseVal ?? one.className)
            .trim()
            .split(/\s+/)[0]
        }`;
    return `${one.id || classes} "${one.textContent.trim().replace(/\s+/g, " ").slice(0, 24)}"`;
  };
  const meet = (one, other, slack = 2) => {
    const [a, b] = [box(one), box(other)];
    return (
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack
    );
  };
  const troubles = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) troubles.push(`the page is ${root.scrollWidth} wide`);

  // --- regions: apart, and in the first screen ---
  // In a low window the dock scrolls, with what is asked and the hand; in a small one the technologies follow below.
  const siteBar = document.querySelector("body > .bottom-bar");
  const edge = siteBar?.checkVisibility() ? box(siteBar).top : innerHeight; // of the first screen
  const isLow = innerWidth >= 600 && innerWidth < 1024 && innerHeight <= 520;
  const inDock = isLow ? ".dock, .replay .ask, .replay-turns, .replay-steps" : ".ask, .hand, .end-what, .end-do .go";
  const below = isLow && innerWidth < 700 ? ".tech" : "none";
  const regions = all(`:is(.bar, .side, .lanes, .tech, ${inDock})`).filter((one) => !one.matches(below));
  for (const [index, one] of regions.entries()) {
    for (const other of regions.slice(index + 1)) {
      if (!one.contains(other) && meet(one, other)) troubles.push(`${name(one)} meets ${name(other)}`);
    }
    // On a phone the rest follows below, when there is nothing to answer.
    const goesOn = isLow ? "#table.is-over" : "#table:is(.is-over, .replay)";
    if (one.matches(".hand, .tech, .ask") && innerWidth < 1024 && document.querySelector(goesOn)) continue;
    const hidden = box(one).bottom - edge;
    if (hidden > 1) troubles.push(`${name(one)} ends ${Math.round(hidden)} below the first screen`);
  }

  // --- answers: all of them in sight, so that none is forgotten; in a low window sentences scroll in the dock ---
  const dock = document.querySelector("#table .dock");
  const dockAnswers = root.dataset.effects === "icons" ? ".dock :is(.use, .go button, .pick, .tickable)" : "none";
  for (const one of all(isLow ? dockAnswers : ".ask :is(.use, .hint button, .go button)")) {
    const hidden = box(one).bottom - box(isLow ? dock : one.closest(".ask")).bottom;
    if (hidden > 1) troubles.push(`answer ${Math.round(hidden)} out of sight: ${name(one)}`);
  }

  // --- what can be done with a moment of the replay, however long its text is; on upright phones the page scrolls ---
  for (const row of isLow || innerWidth >= 1024 ? all(".ask .moment-links") : []) {
    const hidden = box(row).bottom - box(row.closest(".ask")).bottom;
    if (hidden > 1) troubles.push(`${name(row)} is ${Math.round(hidden)} out of sight`);
  }

  // --- text: large enough, whole, and nothing over it ---
  const isRoomy = innerWidth >= 1280 && (innerHeight > 820 || !document.querySelector(".replay.is-four"));
  const least = isRoomy && root.dataset.size !== "small" ? 14 : 12; // pixels
  for (const one of all("*")) {
    const style = getComputedStyle(one);
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const clip = (way) => ["hidden", "clip"].includes(style[way]);
    if (says && parseFloat(style.fontSize) < least) troubles.push(`${style.fontSize}: ${name(one)}`);
    if (one.closest(".says, .flights, .buried") || one.tagName === "svg") continue; // a whole column opens by a tap
    const isTitled = style.textOverflow === "ellipsis" && one.closest("[title]")?.title === one.textContent.trim();
    if (isTitled) continue; // shortened: its title has the whole
    if (clip("overflowX") && one.scrollWidth > one.clientWidth + 1) troubles.push(`cut: ${name(one)}`);
    else if (clip("overflowY") && one.scrollHeight > one.clientHeight + 1) troubles.push(`cut: ${name(one)}`);
  }
  const inAsk = ":not(svg, .moment-links)"; // a row that a finger swipes
  const wide = `.side, .tech, .bar, .ask, .ask > ${inAsk}, .ask > * > ${inAsk}, .victories li, .level, .tech-track, .strip, .use`;
  for (const one of all(`:is(${wide})`)) {
    if (one.scrollWidth > one.clientWidth + 1) troubles.push(`too wide: ${name(one)}`);
  }
  const books = innerWidth < 1024 ? "" : ", .books";
  for (const one of all(`:is(.side, .level, .tech-track, .tech, .column, .hand .card${books})`)) {
    // On a narrow screen a card with sentences may scroll: it opens by a tap.
    const scrolls = innerWidth < 1024 && getComputedStyle(one).overflowY === "auto" && root.dataset.effects !== "icons";
    if (!scrolls && one.scrollHeight > one.clientHeight + 4)
      troubles.push(`too high: ${name(one)} ${one.scrollHeight}/${one.clientHeight}`);
  }
  const texts = all(":is(.tech h2, .level-says, .tech-foot, .goods, .victories, .player, .next-cost)");
  const others = [...texts, ...all(":is(.tech .token, .markers)")];
  for (const one of texts) {
    for (const other of others) {
      if (one !== other && !one.contains(other) && !other.contains(one) && meet(one, other)) {
        troubles.push(`${name(one)} under ${name(other)}`);
      }
    }
  }

  const words = (one) =>
    [...one.childNodes].flatMap((node) => {
      if (node.nodeType === Node.ELEMENT_NODE) return shown(node) ? words(node) : [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  for (const strip of all(".column > .strip")) {
    const [card, room] = [box(strip), box(strip.parentElement)];
    const out = Math.max(room.top - card.top, card.bottom - room.bottom);
    if (out > 4) troubles.push(`card ${Math.round(out)} out of its column: ${name(strip)}`);
  }
  for (const title of all(".strip .agent-name")) {
    const isBroken = [...title.childNodes].some(
      (node) =>
        node.nodeType === 3 &&
        [...node.data.matchAll(/\S+/g)].some((word) => {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          return new Set(tops).size > 1;
        }),
    );
    if (isBroken) troubles.push(`broken name: ${name(title)}`);
  }
  for (const key of all(".use kbd")) {
    const [title, other] = [key.parentElement.querySelector("b"), box(key)];
    const isOver = words(title).some(
      (a) =>
        Math.min(a.right, other.right) - Math.max(a.left, other.left) > 1 &&
        Math.min(a.bottom, other.bottom) - Math.max(a.top, other.top) > 3,
    );
    if (isOver) troubles.push(`key over the title: ${name(key.parentElement)}`);
  }
  // On a phone the token of a technology stands in its first row, above or beside the marks of its levels.
  for (const token of all(".tech .token")) {
    const list = token.closest(".levels-list");
    if (getComputedStyle(token.closest(".level")).display !== "contents") continue;
    const right = box(list).right - parseFloat(getComputedStyle(list).paddingRight);
    if (box(token).bottom > box(list).top + 1 && box(token).left < right)
      troubles.push(`over the levels: ${name(token)}`);
  }
  for (const token of all(".tech .token")) {
    for (const marker of all(".tech .marker")) {
      if (meet(token, marker)) troubles.push(`${name(token)} over a marker of ${name(marker)}`);
    }
  }
  for (const disc of all(".track .disc")) {
    const token = disc.parentElement.querySelector(".token");
    if (token && meet(disc, token)) troubles.push(`${name(disc)} under ${name(token)}`);
  }
  for (const portrait of all(".hand .portrait")) {
    const [title, face] = [portrait.closest(".card").querySelector(".card-name"), box(portrait)];
    const isOver = words(title).some(
      (a) =>
        Math.min(a.right, face.right) - Math.max(a.left, face.left) > 2 &&
        Math.min(a.bottom, face.bottom) - Math.max(a.top, face.top) > 2,
    );
    if (isOver) troubles.push(`name under the face: ${name(portrait.closest(".card"))}`);
  }
  for (const title of all(".hand .card-name")) {
    const frame = title.parentElement.querySelector(".frame");
    const other = frame && box(frame);
    const isOver =
      other &&
      words(title).some(
        (a) =>
          Math.min(a.right, other.right) - Math.max(a.left, other.left) > 1 &&
          Math.min(a.bottom, other.bottom) - Math.max(a.top, other.top) > 3,
      );
    if (isOver) troubles.push(`name under the influence: ${name(title.closest(".card"))}`);
  }
  for (const portrait of document.querySelectorAll("#table .hand .portrait")) {
    const room = box(portrait).height;
    const first = portrait.firstElementChild;
    if (room > 24 && first && getComputedStyle(first).visibility === "hidden") {
      troubles.push(`${Math.round(room)} pixels without a face: ${name(portrait.closest(".card"))}`);
    }
  }
  // Buttons side by side are alike: one height, one size of letters.
  for (const row of innerWidth < 1024 ? [] : all(":is(.ask, .go, .moment-links)")) {
    const buttons = [...row.querySelectorAll(".ok, .plain-button")].filter(shown);
    for (const [index, one] of buttons.entries()) {
      for (const other of buttons.slice(index + 1)) {
        const [a, b] = [box(one), box(other)];
        const isRow = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8;
        const letters = [one, other].map((button) => getComputedStyle(button).fontSize);
        if (isRow && (Math.abs(a.height - b.height) > 2 || letters[0] !== letters[1])) {
          troubles.push(`unlike: ${name(one)} and ${name(other)}`);
        }
      }
    }
  }
  for (const bust of all(".portrait > .bust")) {
    const [head, frame] = [box(bust), box(bust.parentElement)];
    if (head.top < frame.top - 1 || head.top > frame.bottom - frame.height / 2) {
      troubles.push(`head cut: ${name(bust.closest("[id], .card"))}`);
    }
  }
  for (const uses of all(".hand .uses")) {
    const card = uses.closest(".card");
    if (box(uses).bottom > box(card).bottom) troubles.push(`prices out of sight: ${name(card)}`);
  }

  // --- targets ---
  // Names in sentences need no more room than these; the foot of a column opens what its rows do.
  const targets = ":is(button, a, summary, input):not(p *, li *, .buried, .log *)";
  for (const one of all(targets)) {
    const { width, height } = box(one);
    const after = getComputedStyle(one, "::after");
    const more = after.content === "none" ? 0 : -2 * (parseFloat(after.top) || 0);
    if (Math.min(width, height + Math.max(0, more)) < 23.5) {
      troubles.push(`small: ${name(one)} ${Math.round(width)}x${Math.round(height)}`);
    }
  }

  // --- alignment ---
  const buttons = all(".ask :is(.plain-button, .ok)");
  for (const [index, one] of buttons.entries()) {
    for (const other of buttons.slice(index + 1)) {
      const [a, b] = [box(one), box(other)];
      const isBeside = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
      if (isBeside && Math.abs(a.top + a.bottom - b.top - b.bottom) > 3)
        troubles.push(`uneven: ${name(one)}, ${name(other)}`);
    }
  }
  for (const ways of innerWidth < 1024 ? all(".victories") : []) {
    if (box(ways).top >= box(ways.parentElement.querySelector(".goods")).bottom)
      troubles.push(`a row of its own: ${name(ways)}`);
  }
  for (const one of all(".bar > *")) {
    for (const other of document.querySelectorAll(".top > :is(.brand, nav, .enter)")) {
      if (shown(other) && meet(one, other)) troubles.push(`${name(one)} in the header's ${name(other)}`);
    }
  }
  if (!matchMedia("(any-hover: hover)").matches)
    for (const key of all(".ask kbd")) troubles.push(`a key for fingers: ${name(key)}`);

  // --- what must be there ---
  for (const track of document.querySelectorAll("#table .tech-track:has(.next)")) {
    // In a question narrow windows show the levels only; a tap opens what they give.
    const isRow = innerWidth < 1024 && track.closest(":is(.has-uses, .has-answers, .has-steps)");
    const effect = track.querySelector(isRow ? ".next .level-number" : ".next .level-says");
    if (shown(track) && !shown(effect)) troubles.push(`no effect: ${name(track)}`);
  }
  return troubles;
};
