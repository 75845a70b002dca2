// A game that plays itself on the small board of the home page, turn by turn to where it is now: once, as soon as it is
// in sight. A button pauses it and plays it again; with reduced motion nothing moves before it is used. Without scripts
// the board shows the game as it is.

const A_TURN = 900; // milliseconds
const MIDDLE = 112; // of the board: see previews.py

const frames = JSON.parse(document.getElementById("home-watch").dataset.frames);
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

// Also after the page has been fetched again, which shows the game as it is.
function ready() {
  if (!button()) return clearInterval(timer);
  button().hidden = frames.length < 2;
  if (timer) button().textContent = button().dataset.pause;
}

document.addEventListener("click", ({ target }) => {
  if (target === button()) (timer ? pause : play)();
});
document.addEventListener("htmx:after:swap", ready);
ready();
if (frames.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    play();
  });
  watcher.observe(document.querySelector("#home-watch .preview"));
}
