// Sounds, made of a few tones when they are played: play("turn"), "card", "disc", "low", "end".
// Off unless <body data-volume> says how loud (a preference, 1 to 100).

// What a sound is made of: when it begins (seconds), its pitch (hertz; 0 is noise), how long it
// sounds, how loud it begins, and the shape of its wave.
const SOUNDS = {
  turn: [
    [0, 659.3, 0.5, 0.5],
    [0.13, 987.8, 0.8, 0.5],
    [0.13, 1975.5, 0.4, 0.12],
  ],
  card: [
    [0, 0, 0.14, 0.55],
    [0.05, 196, 0.09, 0.3, "triangle"],
  ],
  disc: [
    [0, 523.3, 0.35, 0.4],
    [0.08, 659.3, 0.35, 0.4],
    [0.16, 784, 0.4, 0.4],
    [0.24, 1046.5, 0.9, 0.5],
  ],
  low: [
    [0, 880, 0.07, 0.5, "triangle"],
    [0.18, 880, 0.07, 0.5, "triangle"],
    [0.36, 880, 0.09, 0.5, "triangle"],
  ],
  end: [
    [0, 261.6, 2, 0.3],
    [0.1, 392, 1.9, 0.3],
    [0.2, 523.3, 1.8, 0.3],
    [0.3, 659.3, 1.8, 0.3],
    [0.45, 784, 2, 0.35],
  ],
};
const PATIENCE = 250; // milliseconds in which a browser must let a sound through; later it would be wrong

let context = null;

export const volume = () => Number(document.body.dataset.volume ?? 0);

// Returns whether it is played: browsers allow no sound before the player has touched the page.
export async function play(name, loudness = volume()) {
  if (!loudness || !("AudioContext" in window)) return false;
  context ??= new AudioContext();
  if (context.state !== "running") {
    await Promise.race([
      context.resume(),
      new Promise((done) => {
        setTimeout(done, PATIENCE);
      }),
    ]);
    if (context.state !== "running") return false;
  }
  const master = new GainNode(context, { gain: (loudness / 100) ** 2 });
  master.connect(context.destination);
  for (const [begin, pitch, length, loud, type = "sine"] of SOUNDS[name]) {
    const start = context.currentTime + 0.02 + begin;
    const source = pitch ? new OscillatorNode(context, { type, frequency: pitch }) : noise(length);
    const envelope = new GainNode(context, { gain: 0 });
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(loud, start + 0.008);
    envelope.gain.exponentialRampToValueAtTime(0.001, start + length);
    (pitch ? source : source.connect(hiss())).connect(envelope).connect(master);
    source.start(start);
    source.stop(start + length);
  }
  return true;
}

function noise(length) {
  const buffer = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(context, { buffer });
}

// Paper, not rain.
const hiss = () => new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.8 });
