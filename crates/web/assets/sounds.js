// Sounds, made by the page itself: a pluck for what is taken, a knock for what lands, and a
// few notes at the end. Nothing is loaded, and the sound card sleeps between them.

import { memory } from "./memory.js";

let context = null;
let sleeping = null;

function awake() {
  // A browser gives no sound before somebody has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  context.resume();
  clearTimeout(sleeping);
  sleeping = setTimeout(() => context.suspend(), 2000);
  return context;
}

function tone(frequency, { after = 0, length = 0.16, loud = 0.12, kind = "triangle", to = frequency } = {}) {
  const sound = awake();
  if (!sound) return;
  const start = sound.currentTime + after;
  const oscillator = new OscillatorNode(sound, { type: kind, frequency });
  const volume = new GainNode(sound, { gain: 0 });
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
  oscillator.connect(volume).connect(sound.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** A scale without a wrong note: more fruit, more and higher notes. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24];
const note = (step, base) => base * 2 ** (SCALE[Math.min(step, SCALE.length - 1)] / 12);

export const sounds = {
  on: memory.get("sound") ?? true,

  turn(on) {
    this.on = on;
    memory.set("sound", on);
    if (on) this.take(3, 1);
  },

  /** Fruit that is taken; each player has a voice. */
  take(size, player) {
    if (!this.on) return;
    const base = player === 1 ? 392 : 294;
    const notes = Math.min(size, 7);
    for (let step = 0; step < notes; step++) tone(note(step, base), { after: step * 0.028 });
  },

  /** Fruit that lands. */
  land() {
    if (this.on) tone(120, { length: 0.09, loud: 0.16, kind: "sine", to: 55 });
  },

  end(result) {
    if (!this.on) return;
    const steps = { won: [0, 4, 7, 12], lost: [7, 4, 2, 0], drawn: [0, 7, 7] }[result];
    steps.forEach((step, index) => tone(330 * 2 ** (step / 12), { after: 0.14 * index, length: 0.34, loud: 0.14 }));
  },

  /** Somebody else has moved, and it is this person's turn. */
  turnHere() {
    if (this.on) tone(660, { length: 0.12, loud: 0.06, kind: "sine" });
  },
};
