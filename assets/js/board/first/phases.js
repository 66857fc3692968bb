// A battle as the moments in which it is shown: a plain battle has one, a war many (tie, face-down
// fan, deciding cards, collect).
import { isWar } from "./recording.js";

/**
 * @param {Battle} battle
 * @param {Recording} recording
 * @returns {Phase[]}
 */
export function phasesOf(battle, recording) {
  const last = battle.rounds.length;
  /** @type {Phase[]} */
  const phases = [];
  if (isWar(battle, recording)) {
    battle.rounds.forEach((round, index) => {
      if (index && round.some((cards) => cards && cards.length > 1)) {
        phases.push({ rounds: index + 1, up: false, settled: false });
      }
      phases.push({ rounds: index + 1, up: true, settled: false });
    });
  }
  return [...phases, { rounds: last, up: true, settled: true }];
}
