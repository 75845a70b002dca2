// Motion: plays what other players have done on the board, one event after another.
// The page carries moments (games/tables/page/motion.py): the steps of an event, which begin together. They name
// things and places as words; this file knows where these are on the page, and nothing of the rules.
// Copies fly over the page while the real things are transparent, so nothing moves in the page itself.

// The speed is a preference; all times but those of the frames go with it.
const preference = document.documentElement.dataset.motion;
const pace = { calm: 1.6, fast: 0.5 }[preference] ?? 1;
const MOMENT = 340 * pace; // milliseconds
const LONGEST = 2900 * pace; // of a turn: with the frames before and after it 3 s
const FASTEST = 120 * pace; // a moment of what comes when the time of its turn is nearly over
const TO_CENTRE = 160 * pace; // a card that is played comes to the centre of the board,
const IN_CENTRE = 600 * pace; // stays in it and flies on
const LARGE = 1.6; // its scale there
const TICK = 60; // between two looks at the course: style sheets move the things, only figures are written

const ZONES = { 4: ".zone.mine", "-4": ".zone.theirs" };
const PILES = ["#tech-foot > p", "#more > summary", "#bar"]; // deck, discard pile and supply; small windows hide them

// Selectors of what a word names: the thing itself, then where it would be. The first one that is laid out counts.
const ELEMENTS = {
  agent: (slug) => [`.lanes .strip:has([popovertarget="agent-${slug}"])`],
  badge: (whose) => [`#side-${whose} .leader`, `#side-${whose} .goods`],
  column: (whose, planet) => [`#column-${whose}-${planet} .strip.first`, `#column-${whose}-${planet}`],
  credits: (whose) => [`#side-${whose} .credits + b`],
  deck: () => PILES,
  discard: () => ["#tech-foot [popovertarget=discard-pile]", ...PILES],
  disc: (planet) => [`#disc-${planet}`],
  hand: () => ["#hand", "#side-mine .player .cards"],
  level: (faction, number) => [`#tech-${faction}-${number}`, `#tech-${faction} h2`, `#tech-${faction}`],
  marker: (faction, whose) => [`#tech-${faction} .marker.${whose}`],
  player: (whose, number) => [`#side-${whose} .player:nth-child(${number} of .player) .cards`, `#side-${whose}`],
  side: (whose) => [`#side-${whose} .goods`],
  supply: () => PILES,
  token: (place) => [`#token-${place}`, `#tech-${place}-2`, `#tech-${place} h2`, `#lane-${place} .track`],
  track: (planet, at) => [`#lane-${planet} ${ZONES[at] ?? `.space[data-at="${at}"]`}`],
  won: (whose, planet) => [`#side-${whose} .disc-won.${planet}`, `#side-${whose} .discs-won`, `#side-${whose}`],
  zenithium: (whose) => [`#side-${whose} .zenithium + b`],
};

// What a copy without a label is made of, if not of the thing itself.
const LOOKS = {
  badge: () => [".leader"],
  cards: () => [".player .cards .icon"],
  credits: () => [".good .icon.credits"],
  disc: (planet) => [`#disc-${planet}`, `.disc-won.${planet}`],
  zenithium: () => [".good .icon.zenithium"],
};

const VIEW = "-80 -43 160 90"; // of a portrait

const SOUNDS = { agent: "card", cards: "card", won: "disc" };

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const isStill = () => reduced.matches || preference === "off";
let played = { move: Number(document.getElementById("table")?.dataset.seen ?? Infinity), after: 0 }; // the last moment
let running = null;
let interrupted = null; // by a swap
let drafted; // how many moments of a draft the board showed before a swap

const isAfter = (last) => (moment) =>
  moment.move > last.move || (moment.move === last.move && moment.after < last.after);
const isNew = (moment) => isAfter(played)(moment);

// Each moment with the number of those after it in its move: from a long list the page leaves out the oldest ones.
function latest() {
  const moments = JSON.parse(document.getElementById("moments")?.textContent ?? "[]");
  return moments.map((moment, index) => ({
    ...moment,
    after: moments.slice(index + 1).filter(({ move }) => move === moment.move).length,
  }));
}

const wordOf = (name) => name.split(" ", 1)[0];

function elementOf(table, name) {
  const [word, ...rest] = name.split(" ");
  const selectors = table[word]?.(...rest) ?? [];
  const found = selectors.flatMap((selector) => Array.from(document.querySelectorAll(selector)));
  return found.find((element) => element.getClientRects().length) ?? null;
}

function realOf(name) {
  const [word, ...rest] = name.split(" ");
  const selector = ELEMENTS[word]?.(...rest)[0];
  return selector ? document.querySelector(selector) : null;
}

function centreOf(name) {
  const element = name && elementOf(ELEMENTS, name);
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

// The centre of what is in sight of the board.
function centreOfBoard() {
  const { left, right, top, bottom } = document.getElementById("lanes").getBoundingClientRect();
  const [above, below] = [Math.max(0, top), Math.min(innerHeight, bottom)];
  return { x: (left + right) / 2, y: (above < below ? above + below : innerHeight) / 2 };
}

const startsTurn = (moments, index) => !index || moments[index].turn !== moments[index - 1].turn;
const hasCard = ({ steps }) => steps.some(({ kind }) => kind === "play");

// Gives each moment its time; `lead` is the part for a card that is played. Those that were interrupted have theirs,
// and those that have come to the same turn since then share what that leaves. Returns what the last turn has had.
function shareTime(moments, interrupted) {
  const turns = [];
  moments.forEach((moment, index) => {
    if (startsTurn(moments, index)) turns.push([]);
    turns.at(-1).push(moment);
  });
  let spent = 0;
  for (const turn of turns) {
    const fresh = turn.filter(({ time }) => time === undefined);
    const cards = fresh.filter(hasCard).length;
    const lead = Math.min(TO_CENTRE + IN_CENTRE, LONGEST / 2 / cards);
    spent = interrupted?.lastTurn === turn[0].turn ? (interrupted?.spent ?? 0) : 0;
    const least = Math.min(FASTEST * fresh.length, LONGEST / 2);
    const each = Math.min(MOMENT, Math.max(LONGEST - spent - lead * cards, least) / fresh.length);
    for (const moment of fresh) {
      moment.lead = hasCard(moment) ? lead : 0;
      moment.time = moment.lead + each;
      spent += moment.time;
    }
  }
  return spent;
}

// What is on the page is measured before anything on it is changed: a look after a change lays out the whole page.
class Recap {
  constructor(moments, title, interrupted) {
    this.moments = moments;
    this.title = title;
    this.lastTurn = moments.at(-1).turn;
    this.spent = shareTime(moments, interrupted); // the time of that turn
    this.starts = [0]; // of the moments, and the end
    for (const { time } of moments) this.starts.push(this.starts.at(-1) + time);
    this.length = this.starts.at(-1);
    this.offset = interrupted?.into ?? 0; // what has been played of the first moment
    this.begun = this.offset ? 1 : 0; // moments
    this.isPressed = interrupted?.isPressed ?? false;
    this.plans = []; // of animations: element, frames, options
    this.flights = new Map(); // by the name of the thing
    this.labels = new Map(); // what is written on a copy, by the name of the thing
    this.uses = new Map(); // and below it, on a card
    this.figures = new Map(); // by the name of the figure
    this.layer = document.createElement("div");
    this.layer.className = "flights";
    this.layer.inert = true;
    this.layer.setAttribute("aria-hidden", "true");
    if (title) this.layer.append(Object.assign(document.createElement("p"), { className: "away", textContent: title }));
    moments.forEach(({ steps, lead }, index) => {
      const [start, end] = [this.starts[index], this.starts[index + 1]];
      for (const step of steps) {
        if (step.kind === "play") this.play(step, start, end, lead);
        else this[step.kind](step, start + lead, end);
      }
    });
    for (const [name, flight] of this.flights) this.flyCopy(name, flight);
    for (const figure of this.figures.values()) this.hide(figure.element, figure.changes.at(-1).end);
    document.body.append(this.layer);
    document.body.classList.add("playing");
    this.animations = this.plans.map(([element, ...how]) => element.animate(...how));
    // Browsers draw every frame for an animation without key frames, and none for one that changes nothing.
    this.clock = this.layer.animate({ opacity: [1, 1] }, this.length);
    this.clock.onfinish = skip; // on a busy machine the last look at the course may come too late
    this.goTo(this.offset);
  }

  // --- the kinds of steps ---

  fly({ what, from, to, label }, start, end, stops = []) {
    const flight = this.flights.get(what) ?? [];
    const [a, b] = [centreOf(from), centreOf(to)];
    if (!b) return;
    flight.push({ ...(a ?? b), at: start, opacity: 0 });
    flight.push({ ...(a ?? b), at: start, opacity: a ? 1 : 0, scale: a ? 1 : 0.3 });
    flight.push(...stops.map((stop) => ({ ...stop, opacity: 1 })));
    flight.push({ ...b, at: end, opacity: 1 }, { ...b, at: end, opacity: 0 });
    this.flights.set(what, flight);
    this.labels.set(what, label);
  }

  // Like `fly`, but the card stops in the centre, where its use can be read.
  play(step, start, end, lead) {
    const centre = { ...centreOfBoard(), scale: LARGE };
    const come = start + (lead * TO_CENTRE) / (TO_CENTRE + IN_CENTRE);
    this.uses.set(step.what, step.use);
    this.fly(step, start, end, [
      { ...centre, at: come },
      { ...centre, at: start + lead },
    ]);
  }

  // Like `fly`, but the thing lies where it was before, and stays where it comes to.
  move(step, start, end) {
    if (wordOf(step.what) === "marker" && !elementOf(ELEMENTS, step.what)) return this.develop(step, start, end);
    const before = this.flights.get(step.what)?.length ?? 0;
    this.fly(step, start, end);
    const flight = this.flights.get(step.what) ?? [];
    if (flight.length === before || !centreOf(step.from)) return;
    // What was there before stays in sight.
    if (before) flight.splice(before - 1, 2);
    else flight[0] = { ...flight[1], at: 0 };
  }

  // Where markers are not shown, the level flies from its side to its technology, or appears if that is out of sight.
  develop({ what, to }, start, end) {
    const side = `side ${what.split(" ").at(-1)}`;
    const isInSight = centreOf(to)?.y < innerHeight;
    const places = isInSight ? { from: side, to } : { from: undefined, to: side };
    this.fly({ what, ...places, label: to.split(" ").at(-1) }, start, end);
    this.pulse({ what: to }, start, end);
  }

  count({ what, by }, start, end) {
    const element = elementOf(ELEMENTS, what);
    if (!element) return;
    const figure = this.figures.get(what) ?? { element, copy: this.copyFigure(element), changes: [] };
    figure.changes.push({ start, end, by });
    this.figures.set(what, figure);
  }

  turn({ what }, delay, end) {
    const frames = [{ transform: "rotateY(0)" }, { transform: "rotateY(360deg) scale(1.2)" }];
    this.animate(elementOf(ELEMENTS, what), frames, { delay, duration: end - delay });
  }

  pulse({ what }, delay, end) {
    const options = { delay, duration: end - delay };
    const element = elementOf(ELEMENTS, what);
    this.animate(element, [{}, { transform: "scale(1.12)", filter: "brightness(1.4)" }, {}], options);
    const real = realOf(what);
    if (wordOf(what) !== "level" || real === element) return;
    // One of a row of cells, which are drawn before their elements.
    const frames = [{}, { transform: "scale(1.6)", filter: "brightness(2)" }, {}];
    this.animate(real, frames, { ...options, pseudoElement: "::before" });
  }

  // --- copies ---

  animate(element, frames, options) {
    if (element) this.plans.push([element, frames, options]);
  }

  hide(element, duration) {
    // A transition of style sheets to the same place would be seen at the end.
    for (const other of element.getAnimations()) if (other instanceof CSSTransition) other.finish();
    this.animate(element, { opacity: [0, 0] }, { duration });
  }

  flyCopy(name, flight) {
    const real = realOf(name);
    if (real) this.hide(real, flight.at(-1).at);
    const copy = this.copy(name);
    const frames = [{ ...flight[0], at: 0 }, ...flight, { ...flight.at(-1), at: this.length }];
    this.animate(
      copy,
      frames.map(({ x, y, at, opacity, scale = 1 }) => ({
        offset: Math.min(1, at / this.length),
        opacity,
        transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`,
        easing: "ease-in-out",
      })),
      this.length,
    );
  }

  copy(name) {
    const [word, ...rest] = name.split(" ");
    const label = this.labels.get(name);
    const source = label ? null : elementOf(word in LOOKS ? LOOKS : ELEMENTS, name);
    const copy = document.createElement("div");
    copy.className = `flight ${rest.join(" ")}`; // among them the planet or the side, for its colour
    copy.dataset.thing = word;
    if (word === "agent") copy.append(...this.face(name));
    else if (source) copy.append(source.cloneNode(true));
    else copy.textContent = label ?? "✦";
    if (word === "marker" && label) {
      copy.dataset.thing = "level";
      copy.prepend(Object.assign(document.createElement("i"), { className: `shape ${rest[0]}` }));
    }
    if (word === "cards" && rest[0] > 1) copy.append(rest[0]);
    for (const element of copy.querySelectorAll("[id]")) element.removeAttribute("id");
    this.layer.append(copy);
    return copy;
  }

  // What is on a card: its portrait (lazy-drawings.js draws it), its name, and the use of one that is played.
  face(name) {
    const [, slug, planet] = name.split(" ");
    const portrait = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    portrait.setAttribute("class", `portrait ${planet}`);
    portrait.setAttribute("viewBox", VIEW);
    portrait.setAttribute("preserveAspectRatio", "xMidYMid slice");
    portrait.dataset.portrait = `${document.getElementById("lanes").dataset.portraits}#${slug}`;
    const title = Object.assign(document.createElement("b"), { textContent: this.labels.get(name) });
    const use = Object.assign(document.createElement("small"), { textContent: this.uses.get(name) ?? "" });
    return [portrait, title, use];
  }

  copyFigure(element) {
    const copy = document.createElement("b");
    const { left, top } = element.getBoundingClientRect();
    const { font, color } = getComputedStyle(element);
    Object.assign(copy.style, { font, color, left: `${left}px`, top: `${top}px` });
    copy.className = "figure";
    this.layer.append(copy);
    return copy;
  }

  // --- the course ---

  tick() {
    const now = Number(this.clock.currentTime);
    while (this.begun < this.moments.length && this.starts[this.begun] <= now) this.begin(this.moments[this.begun]);
    for (const { element, copy, changes } of this.figures.values()) {
      let value = Number(element.textContent); // less what is still to come
      for (const { start, end, by } of changes) value -= by * Math.max(0, Math.min(1, (end - now) / (end - start)));
      const text = now >= changes.at(-1).end ? "" : String(Math.max(0, Math.round(value)));
      if (copy.textContent !== text) copy.textContent = text; // most frames change nothing
    }
    this.timer = setTimeout(() => this.tick(), TICK);
  }

  begin(moment) {
    this.begun += 1;
    if (isNew(moment)) played = moment;
    soundOf(moment.steps);
  }

  goTo(time) {
    clearTimeout(this.timer);
    if (time) for (const animation of [...this.animations, this.clock]) animation.currentTime = time;
    this.tick();
  }

  // The first press goes to the next turn, without the sounds of what it leaves out.
  press() {
    const now = Number(this.clock.currentTime);
    const next = this.moments.findIndex((_, index) => this.starts[index] > now && startsTurn(this.moments, index));
    if (this.isPressed || next < 0) return skip();
    this.isPressed = true;
    this.begun = next;
    this.goTo(this.starts[next]);
  }

  end() {
    clearTimeout(this.timer);
    const now = Number(this.clock.currentTime);
    const index = this.starts.findLastIndex((start) => start <= now);
    this.rest = this.moments.slice(index); // what has not been played to its end,
    this.into = now - this.starts[index]; // and how much of its first moment has been
    this.clock.onfinish = null;
    for (const animation of [...this.animations, this.clock]) animation.cancel();
    this.layer.remove();
    document.body.classList.remove("playing");
    document.dispatchEvent(new Event("played"));
  }
}

function markPlayed(moments) {
  if (isNew(moments.at(-1))) played = moments.at(-1);
}

function stop() {
  running?.end();
  running = null;
}

// The board shows another position.
const hasDraft = () => document.querySelector(".draft-steps") !== null;

function play(moments, title, interrupted) {
  stop();
  if (!moments.length) return;
  if (isStill()) {
    if (isNew(moments.at(-1))) soundOf(moments.flatMap(({ steps }) => steps));
    markPlayed(moments);
  } else if (!hasDraft()) running = new Recap(moments, title, interrupted); // else it is new until the draft is undone
}

// One sound for what begins together; without motion, one for all of it.
function soundOf(steps) {
  const sounds = steps.map(({ what, to = "" }) => SOUNDS[wordOf(to)] ?? SOUNDS[wordOf(what)]).filter(Boolean);
  const detail = sounds.includes("disc") ? "disc" : sounds[0];
  if (detail) document.dispatchEvent(new CustomEvent("sound", { detail }));
}

// A background tab keeps it for later. Of the viewer's own turn the first moments were `shown`: as a draft, or, without
// a draft before it, all of them. Bots answer while it is played, and the page then has their moves only.
function playNew(title, shown = Infinity) {
  if (document.hidden || replay()) return;
  const isOwn = document.getElementById("motion")?.dataset.own !== undefined;
  const fresh = latest().filter(interrupted ? isAfter(interrupted.moments.at(-1)) : isNew);
  if (interrupted) play([...interrupted.rest, ...fresh], title, interrupted);
  else play(isOwn ? fresh.slice(shown) : fresh, title);
  if (isOwn && !running && fresh.length) markPlayed(fresh);
}

// After a while away the page says what is played.
const playMissed = () => playNew(document.getElementById("motion")?.dataset.away);

function skip() {
  if (!running) return;
  markPlayed(running.moments);
  stop();
}

// A player who answers has seen enough.
function press(event) {
  if (event.target.closest?.(".dock :is(a, button, input)")) skip();
  else if (!event.repeat) running?.press();
}

// A replay that goes on within a turn plays what lies between; back, or further, it shows the moment alone.
let replayed = replay();

function replay() {
  const { seq, first } = document.querySelector("#table.replay")?.dataset ?? {};
  return seq === undefined ? null : { seq: Number(seq), first: Number(first) };
}

function playStep() {
  const now = replay();
  const isOn = replayed && now.seq > replayed.seq && replayed.seq >= now.first - 1;
  if (isOn && !document.hidden) play(latest().filter(({ move }) => move > replayed.seq));
  replayed = now;
}

// What is left is played afterwards.
document.addEventListener("htmx:before:swap", () => {
  interrupted = running;
  drafted = document.querySelector("#ask > .draft-steps")?.dataset.shown;
  stop();
});
document.addEventListener("htmx:after:swap", () => {
  if (replay()) playStep();
  else playNew(interrupted?.title, drafted);
  interrupted = null;
});
document.addEventListener("visibilitychange", playMissed);
// What flies is no part of the page: a player who scrolls sees the board alone.
for (const input of ["wheel", "touchmove"]) document.addEventListener(input, skip, { capture: true, passive: true });
for (const input of ["pointerdown", "keydown"]) {
  document.addEventListener(input, press, { capture: true, passive: true });
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-play-moves]")) return;
  document.getElementById("lanes").scrollIntoView({ block: "nearest", behavior: "instant" });
  play(latest());
});
document.fonts.ready.then(playMissed);
