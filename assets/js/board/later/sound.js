// Small sounds, made on the spot and off until somebody asks for them: a card, a war, the end.

const LOUD = 0.12;
/** Milliseconds in which a sound may still come, and in which whatever plays it has to wake up. */
const PATIENCE = 500;
const PRESSES = ["click", "touchend", "keydown"];

/** @type {AudioContext | null} */
let audio = null;
/** A press has not woken it. */
let isStuck = false;
/** Counts sounds: of several that wait the newest is heard. */
let count = 0;
/** @type {WeakSet<Board>} */
const heard = new WeakSet();

/**
 * Lets a board be heard, as long as its settings say so.
 * @param {Board} board
 */
export function attachSound(board) {
  if (heard.has(board)) return;
  heard.add(board);
  for (const event of PRESSES) {
    addEventListener(event, () => void press(), { capture: true, passive: true });
  }
  board.addEventListener("battle", () => {
    if (!board.settings.sound) return;
    const battle = board.recording.battles[board.battle - 1];
    if (!battle) return;
    if (battle.rounds.length > 1) {
      void sound((context) => notes(context, [196, 261.6, 329.6], 0.09));
    } else {
      void sound(card);
    }
  });
  board.addEventListener("end", () => {
    if (!board.settings.sound) return;
    const won = board.recording.result.winners[0] === 0;
    void sound((context) =>
      notes(context, won ? [261.6, 329.6, 392, 523.3] : [329.6, 293.7, 261.6], 0.13),
    );
  });
}

/**
 * Has a sound made. Browsers hold sounds back until somebody presses something, and phones stop
 * them for a call: what does not wake up soon leaves the sound out, so that not all of them come at
 * once later.
 * @param {(context: AudioContext) => void} make
 */
async function sound(make) {
  const number = ++count;
  audio ??= open();
  const context = audio;
  if (!context) return;
  if (context.state !== "running") await wake(context);
  if (number === count && context.state === "running") make(context);
}

function open() {
  try {
    return new AudioContext();
  } catch {
    return null; // there is none, or no device for it
  }
}

/** @param {AudioContext} context */
async function wake(context) {
  const soon = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  // Some promises of this kind stay open.
  await Promise.race([context.resume().catch(() => {}), soon]);
}

/** A press is what browsers wait for; what it does not wake is given up with the next one. */
async function press() {
  if (audio?.state === "running") return;
  if (audio && isStuck) {
    audio.close().catch(() => {}); // browsers allow but a few of them
    audio = open();
  }
  isStuck = false;
  const context = audio;
  if (!context) return;
  await wake(context);
  isStuck = context === audio && context.state !== "running";
}

/** A card on felt: a breath of noise. @param {AudioContext} context */
function card(context) {
  const length = Math.round(context.sampleRate * 0.05);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) {
    samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  }
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2400, Q: 0.7 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: LOUD }))
    .connect(context.destination);
  source.start();
}

/**
 * Soft notes, one after the other.
 * @param {AudioContext} context
 * @param {number[]} pitches
 * @param {number} seconds
 */
function notes(context, pitches, seconds) {
  pitches.forEach((frequency, place) => {
    const start = context.currentTime + place * seconds;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(LOUD, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds * 2);
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds * 2);
  });
}
