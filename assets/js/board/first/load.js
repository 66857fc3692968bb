// The rest of the board's scripts, which nobody needs who only turns the cards of the recorded
// deal.

/**
 * @type {Map<string, Promise<Response>>} What was asked for together with the script that reads it.
 */
export const coming = new Map();
let tries = 0;
/** @type {Promise<Rest> | undefined} */
let loaded;

/** What the rest of the board can do, once it is there. @param {Board} board */
export function rest(board) {
  if (loaded) return loaded;
  const { script, data, words } = board.data.rest;
  for (const href of [data, words]) {
    const answer = fetch(href);
    answer.catch(() => {}); // said by whoever reads it
    coming.set(href, answer);
  }
  const address = new URL(script, document.baseURI);
  // Browsers may remember that a module could not be loaded: it is asked for again under another
  // address.
  if (tries++) address.search = `${tries}`;
  loaded = import(address.href).then(({ attach }) => attach(board));
  loaded.catch(() => (loaded = undefined));
  return loaded;
}
