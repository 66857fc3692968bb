// How far the engine has loaded, in bytes, inside the button; the game goes on meanwhile.
import { part } from "../first/dom.js";
import { fill, gettext, language, number } from "../first/words.js";

/**
 * @param {Board} board
 * @param {import("../../engine/client.js").Engine} engine
 */
export function progress(board, engine) {
  const button = part("[data-do=turn]", board.element);
  const box = part("#board-loading", board.element);
  const text = part("#board-loaded", board.element);
  let loaded = 0;
  let total = board.data.engine?.bytes ?? 0;

  const show = () => {
    const visible = board.waiting && engine.state !== "ready";
    const share = total ? Math.min(1, loaded / total) : 0;
    box.hidden = !board.waiting;
    document.querySelector("#board-cost")?.classList.toggle("paid", engine.state === "ready");
    button.classList.toggle("filling", visible);
    button.style.setProperty("--done", `${Math.round(share * 100)}%`);
    part(".percent", button).textContent = visible ? percent(share) : "";
    text.textContent =
      loaded < total
        ? fill(gettext("%(loaded)s of %(total)s MB. You can keep playing in the meantime."), {
            loaded: number(loaded / 1e6, 1),
            total: number(total / 1e6, 1),
          })
        : gettext("The game engine is starting. You can keep playing in the meantime.");
  };

  engine.addEventListener("progress", (/** @type {Event} */ event) => {
    ({ loaded, total } = /** @type {CustomEvent} */ (event).detail);
    show();
  });
  engine.addEventListener("state", show);
  board.addEventListener("wait", show);
  show();
}

/** @param {number} share of one, as whole percent */
function percent(share) {
  return new Intl.NumberFormat(language.lang, {
    style: "percent",
    maximumFractionDigits: 0,
  }).format(share);
}
