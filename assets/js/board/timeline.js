// The course of the game: a range to move in it, under a line of the reader's cards with a tick at each war.
import { part } from "./dom.js";
import { isWar, wars } from "./recording.js";
import { playerName } from "./tell.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const WIDTH = 1000;
const HEIGHT = 60;
const MOST_POINTS = 500;

/** @param {Board} board */
export function watch(board) {
  const range = /** @type {HTMLInputElement} */ (part("#board-time", board.element));
  const course = board.element.querySelector("#board-course");
  const [area, line, ticks] = ["area", "line", "ticks"].map((name) => course?.querySelector(`.${name}`));
  let drawn = -1;
  let tickText = "";

  const draw = () => {
    const { recording, seen } = board;
    if (seen === drawn) return;
    drawn = seen;
    const all = recording.hands.reduce((sum, hand) => sum + hand.length, 0);
    const step = Math.max(1, Math.ceil(seen / MOST_POINTS));
    const points = [];
    for (let at = 0; at <= seen; at += step) points.push(at);
    if (points.at(-1) !== seen) points.push(seen);
    const x = (/** @type {number} */ at) => round((at / board.last) * WIDTH);
    const y = (/** @type {number} */ at) => round(HEIGHT - ((recording.counts[at]?.[0] ?? 0) / all) * HEIGHT);
    const path = points.map((at, place) => `${place ? "L" : "M"}${x(at)} ${y(at)}`).join("");
    const middle = round(HEIGHT - HEIGHT / recording.players);
    line?.setAttribute("d", path);
    area?.setAttribute("d", `${path}L${x(seen)} ${middle}L0 ${middle}Z`);
    course?.querySelector(".middle")?.setAttribute("d", `M0 ${middle}H${WIDTH}`);
    const at = recording.battles.slice(0, seen).flatMap((battle, at) => (isWar(battle, recording) ? [at + 1] : []));
    ticks?.setAttribute("d", at.map((war) => `M${x(war)} ${HEIGHT}v8`).join(""));
    const count = recording.battles.slice(0, seen).reduce((sum, battle) => sum + wars(battle, recording), 0);
    tickText = fill(
      recording.rules.best === "low"
        ? ngettext("%(count)s peace", "%(count)s peaces", count)
        : ngettext("%(count)s war", "%(count)s wars", count),
      { count },
    );
    part("#board-wars", board.element).textContent = count ? tickText : "";
  };

  const show = () => {
    const { battle, last, recording } = board;
    range.max = `${last}`;
    range.value = `${battle}`;
    const count = recording.counts[battle]?.[0] ?? 0;
    const cards = fill(ngettext("%(num)s card", "%(num)s cards", count), { num: count });
    const place = fill(gettext("Battle %(number)s of %(total)s"), { number: battle, total: last });
    range.setAttribute("aria-valuetext", `${place}. ${playerName(0, recording.players)}: ${cards}.`);
    range.style.setProperty("--at", `${(battle / last) * 100}%`);
    draw();
  };

  range.addEventListener("input", () => board.goTo(Number(range.value)));
  board.addEventListener("deal", () => (drawn = -1));
  board.addEventListener("battle", show);
  return show;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
