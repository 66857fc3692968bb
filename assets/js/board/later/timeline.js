// The course of the game: a range to move in it, under a line of the reader's cards with a tick at
// each war.
import { part } from "../first/dom.js";
import { isWar, wars } from "../first/recording.js";
import { playerName } from "../first/tell.js";
import { fill, gettext, ngettext } from "../first/words.js";

const WIDTH = 1000;
const HEIGHT = 60;

/** @param {Board} board */
export function watch(board) {
  const range = /** @type {HTMLInputElement} */ (part("#board-time", board.element));
  const course = board.element.querySelector("#board-course");
  const [area, line, ticks] = ["area", "line", "ticks"].map((name) =>
    course?.querySelector(`.${name}`),
  );
  let drawn = -1;

  const draw = () => {
    const { recording, seen } = board;
    if (seen === drawn) return;
    drawn = seen;
    const all = recording.hands.reduce((sum, hand) => sum + hand.length, 0);
    const x = (/** @type {number} */ at) => round((at / board.last) * WIDTH);
    const y = (/** @type {number} */ at) =>
      round(HEIGHT - ((recording.counts[at]?.[0] ?? 0) / all) * HEIGHT);
    const path = Array.from(
      { length: seen + 1 },
      (_, at) => `${at ? "L" : "M"}${x(at)} ${y(at)}`,
    ).join("");
    const middle = round(HEIGHT - HEIGHT / recording.players);
    line?.setAttribute("d", path);
    area?.setAttribute("d", `${path}L${x(seen)} ${middle}L0 ${middle}Z`);
    course?.querySelector(".middle")?.setAttribute("d", `M0 ${middle}H${WIDTH}`);
    const at = recording.battles
      .slice(0, seen)
      .flatMap((battle, at) => (isWar(battle, recording) ? [at + 1] : []));
    ticks?.setAttribute("d", at.map((war) => `M${x(war)} ${HEIGHT}v8`).join(""));
    const count = recording.battles
      .slice(0, seen)
      .reduce((sum, battle) => sum + wars(battle, recording), 0);
    const text =
      recording.rules.best === "low"
        ? ngettext("Peace made %(count)s time", "Peace made %(count)s times", count)
        : ngettext("%(count)s war", "%(count)s wars", count);
    part("#board-wars", board.element).textContent = count ? fill(text, { count }) : "";
  };

  const show = () => {
    const { battle, told, last, recording } = board;
    const count = recording.counts[told]?.[0] ?? 0;
    const cards = fill(ngettext("%(num)s card", "%(num)s cards", count), { num: count });
    const place = fill(gettext("Battle %(number)s of %(total)s"), { number: battle, total: last });
    range.setAttribute(
      "aria-valuetext",
      `${place}. ${playerName(0, recording.players)}: ${cards}.`,
    );
    draw();
  };

  range.addEventListener("input", () => board.goTo(Number(range.value)));
  board.addEventListener("deal", () => (drawn = -1));
  board.addEventListener("battle", show);
  // Somebody may have moved it before it was listened to.
  if (Number(range.value) !== board.battle) board.goTo(Number(range.value));
  show();
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
