// Small sounds, made on the spot and off until somebody asks for them: a card, a war, the end.

/** @typedef {import("./board.js").Board} Board */

const LOUD = 0.12;

/** @type {AudioContext | null} */
let audio = null;
/** @type {WeakSet<Board>} */
const heard = new WeakSet();

/**
 * Lets a board be heard, as long as its settings say so.
 * @param {Board} board
 */
export function attachSound(board) {
  if (heard.has(board)) return;
  heard.add(board);
  board.addEventListener("battle", () => {
    if (!board.settings.sound) return;
    const battle = board.recording.battles[board.battle - 1];
    if (!battle) return;
    if (battle.rounds.length > 1) notes([196, 261.6, 329.6], 0.09);
    else card();
  });
  board.addEventListener("end", () => {
    if (!board.settings.sound) return;
    const won = board.recording.result.winners[0] === 0;
    notes(won ? [261.6, 329.6, 392, 523.3] : [329.6, 293.7, 261.6], 0.13);
  });
}

/** @returns {AudioContext | null} */
function listen() {
  if (typeof AudioContext !== "function") return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume().catch(() => {});
  return audio;
}

/** A card on felt: a breath of noise. */
function card() {
  const context = listen();
  if (!context) return;
  const length = Math.round(context.sampleRate * 0.05);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2400, Q: 0.7 });
  source.connect(filter).connect(new GainNode(context, { gain: LOUD })).connect(context.destination);
  source.start();
}

/** Soft notes, one after the other. @param {number[]} pitches @param {number} seconds */
function notes(pitches, seconds) {
  const context = listen();
  if (!context) return;
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
