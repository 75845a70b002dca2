// A game that plays itself on the small board of the home page, turn by turn to where it is now: once, as soon as it is
// in sight, and then what has been played since. A button pauses it and plays it again; with reduced motion, or motion
// switched off, nothing moves before it is used. Without scripts the board shows the game as it is.

const speed = document.documentElement.dataset.motion; // a preference
const A_TURN = 900 * ({ calm: 1.6, fast: 0.5 }[speed] ?? 1); // milliseconds
const MIDDLE = 112; // of the board: see previews.py
const moves = speed !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

const read = () => JSON.parse(document.getElementById("home-watch")?.dataset.frames ?? "[]");
let frames = read();
let next = frames.length; // the number of the frame that is shown next
let timer = 0;

const button = () => document.querySelector("#home-watch [data-play]");

// Each planet has its lane, and its won discs: those below and those above.
function show(frame) {
  const board = document.querySelector("#home-watch .preview");
  for (const [place, lane] of board.querySelectorAll("g[transform]").entries()) {
    const [y, below, above] = frame[place];
    const disc = lane.querySelector(".disc").parentElement;
    disc.setAttribute("opacity", y === null ? "0" : "1");
    if (y !== null) {
      for (const circle of disc.querySelectorAll("circle")) circle.setAttribute("cy", y);
      disc.querySelector(".sign").setAttribute("transform", `translate(-9.6 ${y}) scale(.8) translate(0 -12)`);
    }
    const left = { below, above };
    for (const won of board.querySelectorAll(`.won.${lane.getAttribute("class")}`)) {
      const side = Number(won.getAttribute("cy")) > MIDDLE ? "below" : "above";
      won.setAttribute("opacity", left[side]-- > 0 ? "1" : "0");
    }
  }
}

function step() {
  show(frames[next]);
  next += 1;
  if (next === frames.length) pause();
}

function play() {
  if (next === frames.length) next = 0;
  timer = setInterval(step, A_TURN);
  button().textContent = button().dataset.pause;
  step();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  button().textContent = button().dataset.play;
}

// Also after the page has been fetched again, which shows the game as it is by now, or another one.
function ready() {
  if (!button()) return clearInterval(timer);
  const before = frames;
  frames = read();
  button().hidden = frames.length < 2;
  const goesOn = frames.length > before.length && before.every((frame, place) => `${frame}` === `${frames[place]}`);
  if (timer && (goesOn || frames.length === before.length)) button().textContent = button().dataset.pause;
  else if (timer) pause();
  if (goesOn && !timer && moves && next === before.length) play();
  else if (!timer) next = frames.length;
}

document.addEventListener("click", ({ target }) => {
  if (target === button()) (timer ? pause : play)();
});
document.addEventListener("htmx:after:swap", ready);
ready();
if (frames.length > 1 && moves) {
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    play();
  });
  watcher.observe(document.querySelector("#home-watch .preview"));
}
