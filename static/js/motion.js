// Motion: plays what other players have done on the board, one event after another.
// The page carries moments (games/tables/page/motion.py): the steps of an event, which begin together. They name
// things and places as words; this file knows where these are on the page, and nothing of the rules.
// Copies fly over the page while the real things are transparent, so nothing moves in the page itself.

const MOMENT = 340; // milliseconds
const LONGEST = 2900; // of everything that is played in a row: with the frames before and after it 3 s
const FASTEST = 120; // a moment of what comes when the time of the row is nearly over
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

const SOUNDS = { agent: "card", cards: "card", won: "disc" };

const still = matchMedia("(prefers-reduced-motion: reduce)");
let played = { move: Number(document.getElementById("table")?.dataset.seen ?? Infinity), after: 0 }; // the last moment
let running = null;
let interrupted = null; // by a swap
let drafted; // how many moments of a draft the board showed before a swap

const isNew = ({ move, after }) => move > played.move || (move === played.move && after < played.after);

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

// What is on the page is measured before anything on it is changed: a look after a change lays out the whole page.
class Recap {
  constructor(moments, title, longest) {
    this.moments = moments;
    this.title = title;
    this.longest = longest;
    const count = moments.length;
    this.each = Math.min(MOMENT, Math.max(longest / count, Math.min(FASTEST, LONGEST / count)));
    this.length = this.each * moments.length;
    this.begun = 0; // moments
    this.plans = []; // of animations: element, frames, options
    this.flights = new Map(); // by the name of the thing
    this.labels = new Map(); // what is written on a copy, by the name of the thing
    this.figures = new Map(); // by the name of the figure
    this.layer = document.createElement("div");
    this.layer.className = "flights";
    this.layer.inert = true;
    this.layer.setAttribute("aria-hidden", "true");
    if (title) this.layer.append(Object.assign(document.createElement("p"), { className: "away", textContent: title }));
    moments.forEach(({ steps }, index) => {
      for (const step of steps) this[step.kind](step, index * this.each, (index + 1) * this.each);
    });
    for (const [name, flight] of this.flights) this.flyCopy(name, flight);
    for (const figure of this.figures.values()) this.hide(figure.element, figure.changes.at(-1).end);
    document.body.append(this.layer);
    document.body.classList.add("playing");
    this.animations = this.plans.map(([element, ...how]) => element.animate(...how));
    // Browsers draw every frame for an animation without key frames, and none for one that changes nothing.
    this.clock = this.layer.animate({ opacity: [1, 1] }, this.length);
    this.clock.onfinish = skip; // on a busy machine the last look at the course may come too late
    this.tick();
  }

  // --- the kinds of steps ---

  fly({ what, from, to, label }, start, end) {
    const flight = this.flights.get(what) ?? [];
    const [a, b] = [centreOf(from), centreOf(to)];
    if (!b) return;
    flight.push({ ...(a ?? b), at: start, opacity: 0 });
    flight.push({ ...(a ?? b), at: start, opacity: a ? 1 : 0, scale: a ? 1 : 0.3 });
    flight.push({ ...b, at: end, opacity: 1 }, { ...b, at: end, opacity: 0 });
    this.flights.set(what, flight);
    this.labels.set(what, label);
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
    if (source) copy.append(source.cloneNode(true));
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
    while (this.begun < this.moments.length && this.begun * this.each <= now) this.begin(this.moments[this.begun]);
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

  // What has not been played to its end.
  get rest() {
    return this.moments.slice(Math.floor(this.elapsed / this.each));
  }

  // The time for what is still to be played in a row with it.
  get left() {
    return this.longest - this.elapsed;
  }

  end() {
    clearTimeout(this.timer);
    this.elapsed = Number(this.clock.currentTime);
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

function play(moments, title, longest = LONGEST) {
  stop();
  if (!moments.length) return;
  if (still.matches) {
    if (isNew(moments.at(-1))) soundOf(moments.flatMap(({ steps }) => steps));
    markPlayed(moments);
  } else if (!hasDraft()) running = new Recap(moments, title, longest); // else it is new until the draft is undone
}

// One sound for what begins together; without motion, one for all of it.
function soundOf(steps) {
  const sounds = steps.map(({ what, to = "" }) => SOUNDS[wordOf(to)] ?? SOUNDS[wordOf(what)]).filter(Boolean);
  const detail = sounds.includes("disc") ? "disc" : sounds[0];
  if (detail) document.dispatchEvent(new CustomEvent("sound", { detail }));
}

// A background tab keeps it for later. Of the viewer's own turn the first moments were `shown`: as a draft, or, without
// a draft before it, all of them. Bots answer while it is played, and the page then has their moves only.
function playNew(title, longest, shown = Infinity) {
  if (document.hidden || replay()) return;
  const fresh = latest().filter(isNew);
  if (document.getElementById("motion")?.dataset.own === undefined) {
    play([...(interrupted?.isOwn ? interrupted.rest : []), ...fresh], title, longest);
    return;
  }
  play(fresh.slice(shown), title, longest);
  if (running) running.isOwn = true;
  else if (fresh.length) markPlayed(fresh);
}

// After a while away the page says what is played.
const playMissed = () => playNew(document.getElementById("motion")?.dataset.away);

function skip() {
  if (!running) return;
  markPlayed(running.moments);
  stop();
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
  else playNew(interrupted?.title, interrupted?.left, interrupted ? 0 : drafted);
  interrupted = null;
});
document.addEventListener("visibilitychange", playMissed);
for (const input of ["pointerdown", "keydown", "wheel"]) {
  document.addEventListener(input, skip, { capture: true, passive: true });
}
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-play-moves]")) return;
  document.getElementById("lanes").scrollIntoView({ block: "nearest", behavior: "instant" });
  play(latest());
});
document.fonts.ready.then(playMissed);
