// The entry of the browser's history that the page stands at: which visit of a game it is, and how
// far that came. A visit is a game on the table from when it was dealt, or leapt in, until the
// next. All else of it is in route.js.
import { need } from "./controls.js";
import { MARK } from "./mark.js";

/**
 * Whether the entry is that of the game on the table; an address with a code that was not followed
 * yet is not.
 * @param {Board} board
 */
export const isHere = ({ visit }) =>
  history.state ? history.state.visit === visit : !MARK.test(location.hash);

/** @param {Board} board */
export function watch(board) {
  const keep = () => {
    if (board.complete || !isHere(board)) return; // route.js keeps more
    const entry = { visit: board.visit, deal: board.recording.deal, battle: board.battle };
    try {
      history.replaceState(entry, "");
    } catch {
      // browsers refuse what they find too much in a while
    }
  };
  board.addEventListener("battle", keep);
  // A link that is pasted, or a step back or forward; a link within the page leads nowhere else.
  addEventListener("popstate", () => {
    if (isHere(board)) keep();
    else void need(board, ({ follow }) => follow());
  });
}
